import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FozzyError } from '../base/problem.ts';
import type { Command } from '../commands/command.ts';
import type { Context } from '../commands/context.ts';
import { dispatch } from './dispatch.ts';
import { sampleTable } from '../../tests/support/sample-table.ts';
import type { SampleTerminal, SampleTerminalOptions } from '../../tests/support/sample-terminal.ts';
import { sampleTerminal } from '../../tests/support/sample-terminal.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fozzy-dispatch-'));
  writeFileSync(join(folder, 'json.toml'), 'reporter = "json"\nhttp_backend = "host"\n');
  writeFileSync(join(folder, 'odd.toml'), 'reporterr = "json"\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly code: number;
  readonly terminal: SampleTerminal;
}

async function call(argv: readonly string[], extra: Partial<Command> = {}, options: SampleTerminalOptions = {}): Promise<Answer> {
  const terminal = sampleTerminal({ cwd: folder, ...options });
  const command: Command = { ...commandBase, ...extra };
  const signal = new AbortController().signal;
  const code = await dispatch(argv, { terminal, signal, commands: [...sampleTable, command], speak: () => undefined });
  return { code, terminal };
}

const commandBase: Command = {
  words: ['probe'],
  about: 'probe',
  when: 'in tests',
  how: 'fozzy probe',
  arguments: [],
  flags: [{ name: 'reporter', type: { kind: 'choice', values: ['pretty', 'junit'] }, about: 'format' }],
  loadsConfig: true,
  perform: async () => ({ document: { b: 1, a: [], big: 2n ** 64n }, exitCode: 3, text: 'for people' }),
};

describe('with --json', () => {
  test('stdout is exactly one indented document in the given key order, ended by a newline', async () => {
    const { code, terminal } = await call(['probe', '--json']);
    expect(code).toBe(3);
    expect(terminal.out()).toBe('{\n  "b": 1,\n  "a": [],\n  "big": 18446744073709551616\n}\n');
    expect(terminal.err()).toBe('');
  });

  test('a line that does not parse still gives the error document', async () => {
    const { code, terminal } = await call(['bogus', '--what', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(terminal.out())).toMatchObject({ status: 'error', code: 'usage', message: "unrecognized command 'bogus'" });
  });

  test('help becomes a document', async () => {
    const { code, terminal } = await call(['run', '--help', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(terminal.out())).toMatchObject({
      schemaVersion: 'fozzy.help.v1',
      help: expect.stringContaining('fozzy run <SCENARIO>'),
    });
  });

  test('the version becomes a document', async () => {
    const { code, terminal } = await call(['--version', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(terminal.out())).toMatchObject({ schemaVersion: 'fozzy.version.v1', version: expect.any(String) });
  });

  test('progress, warnings and logs are JSON lines on stderr', async () => {
    const { terminal } = await call(['probe', '--json', '--log', 'debug'], { perform: talkative });
    expect(
      terminal
        .err()
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { level: 'debug', message: `command probe, strict, in ${folder}` },
      { level: 'debug', message: `config ${join(folder, 'fozzy.toml')}, runs below .fozzy` },
      { schemaVersion: 'fozzy.progress.v1', command: 'probe', event: 'phase', name: 'one' },
      { status: 'warning', code: 'odd', message: 'take care' },
      { level: 'debug', message: 'details' },
      { level: 'debug', message: 'exit code 0' },
    ]);
    expect(JSON.parse(terminal.out())).toEqual({});
  });

  test('a group without a command writes help to stderr and the error document to stdout', async () => {
    const { code, terminal } = await call(['trace', '--json']);
    expect(code).toBe(2);
    expect(terminal.err()).toContain('trace verify');
    expect(JSON.parse(terminal.out())).toMatchObject({ status: 'error', code: 'usage' });
  });
});

describe('without --json', () => {
  test('the text goes to stdout and ends in one newline', async () => {
    const { terminal } = await call(['probe']);
    expect([terminal.out(), terminal.err()]).toEqual(['for people\n', '']);
  });

  test('text that already ends in a newline is printed exactly', async () => {
    const { terminal } = await call(['probe'], { perform: async () => ({ document: {}, exitCode: 0, text: '<x/>\n' }) });
    expect(terminal.out()).toBe('<x/>\n');
  });

  test('errors go to stderr with code and hint, and stdout stays empty', async () => {
    const { code, terminal } = await call(['run', 'a', '--sed', '1']);
    expect(code).toBe(2);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toContain("error[usage]: unexpected argument '--sed'");
    expect(terminal.err()).toContain('did you mean --seed?');
  });

  test('a group without a command writes its help to stderr', async () => {
    const { code, terminal } = await call(['trace']);
    expect([code, terminal.out()]).toEqual([2, '']);
    expect(terminal.err()).toContain('Usage: fozzy trace <command>');
  });

  test('--log chooses how much is told', async () => {
    const quiet = await call(['probe', '--log', 'error'], { perform: talkative });
    expect(quiet.terminal.err()).toBe('');
    const careful = await call(['probe', '--log', 'warn'], { perform: talkative });
    expect(careful.terminal.err()).toBe('warning[odd]: take care\n');
    const usual = await call(['probe'], { perform: talkative });
    expect(usual.terminal.err()).toBe('probe: one\nwarning[odd]: take care\n');
    const open = await call(['probe', '--log', 'debug'], { perform: talkative });
    expect(open.terminal.err()).toContain('debug: details\n');
    expect(open.terminal.err()).not.toContain('trace: ');
    const everything = await call(['probe', '--log', 'trace'], { perform: talkative });
    expect(everything.terminal.err()).toContain('trace: settings {"baseDir":".fozzy"');
  });
});

describe('colour', () => {
  const red: Partial<Command> = { perform: async (_options, { paint }) => ({ document: {}, exitCode: 0, text: paint.red('x') }) };

  test('is for terminals only', async () => {
    expect((await call(['probe'], red, { tty: true })).terminal.out()).toContain('\u001b[31m');
    expect((await call(['probe'], red)).terminal.out()).toBe('x\n');
  });

  test('yields to NO_COLOR, CI, a dumb terminal and --no-color', async () => {
    const surroundings: readonly SampleTerminalOptions[] = [
      { environment: { NO_COLOR: '1' } },
      { ci: true },
      { environment: { TERM: 'dumb' } },
    ];
    for (const options of surroundings) expect((await call(['probe'], red, { tty: true, ...options })).terminal.out()).toBe('x\n');
    expect((await call(['probe', '--no-color'], red, { tty: true })).terminal.out()).toBe('x\n');
  });
});

describe('config', () => {
  const tell: Partial<Command> = {
    perform: async (_options, { cwd, config, configPath, configNamed }) => ({
      document: { cwd, http: config.backends.http, configPath, configNamed },
      exitCode: 0,
      text: config.backends.http,
    }),
  };

  test('is looked for in the working directory, and defaults hold without it', async () => {
    const { terminal } = await call(['probe', '--json'], tell);
    expect(JSON.parse(terminal.out())).toEqual({
      cwd: folder,
      http: 'scripted',
      configPath: join(folder, 'fozzy.toml'),
      configNamed: false,
    });
  });

  test('reporter = "json" acts as --json unless --reporter says otherwise', async () => {
    expect(JSON.parse((await call(['probe', '--config', 'json.toml'], tell)).terminal.out())).toMatchObject({
      http: 'host',
      configNamed: true,
    });
    expect((await call(['probe', '--config', 'json.toml', '--reporter', 'pretty'], tell)).terminal.out()).toBe('host\n');
  });

  test('a host backend in it is without effect for a command that never uses the host, which says so', async () => {
    const refused = await call(['probe', '--config', 'json.toml'], { ...tell, backends: 'refused' });
    expect(JSON.parse(refused.terminal.err())).toEqual({
      level: 'info',
      message: '`fozzy probe` never uses the host: http_backend of the config has no effect here',
    });
    expect((await call(['probe', '--config', 'json.toml'], { ...tell, backends: 'host' })).terminal.err()).toBe('');
  });

  test('that was named must exist, except for the command that creates it', async () => {
    const missing = await call(['probe', '--config', 'none.toml', '--json']);
    expect([missing.code, JSON.parse(missing.terminal.out())]).toMatchObject([2, { code: 'config_not_found' }]);
    expect((await call(['probe', '--config', 'none.toml'], { createsConfig: true })).code).toBe(3);
  });

  test('with an unknown key is refused, or warned about with --unsafe', async () => {
    const strict = await call(['probe', '--config', 'odd.toml', '--json']);
    expect(JSON.parse(strict.terminal.out())).toMatchObject({ code: 'config_unknown_key' });
    const unsafe = await call(['probe', '--config', 'odd.toml', '--json', '--unsafe']);
    expect(unsafe.code).toBe(3);
    expect(JSON.parse(unsafe.terminal.err())).toMatchObject({ status: 'warning', code: 'config_unknown_key' });
  });

  test('is not read by a command that works in a broken project', async () => {
    expect((await call(['probe', '--config', 'odd.toml'], { loadsConfig: false })).code).toBe(3);
  });

  test('lives below --cwd, which must be a directory', async () => {
    const { code, terminal } = await call(['probe', '--cwd', 'json.toml', '--json']);
    expect([code, JSON.parse(terminal.out())]).toMatchObject([2, { code: 'cwd_invalid', details: { path: join(folder, 'json.toml') } }]);
    expect(JSON.parse((await call(['probe', '--cwd', folder, '--json'], tell, { cwd: '/' })).terminal.out())).toMatchObject({
      cwd: folder,
    });
  });
});

describe('failures', () => {
  test('of a command keep their code and exit code', async () => {
    const perform = () => Promise.reject(new FozzyError('shrink_not_reproducible', 'no'));
    const { code, terminal } = await call(['probe', '--json'], { perform });
    expect([code, JSON.parse(terminal.out())]).toMatchObject([1, { code: 'shrink_not_reproducible' }]);
  });

  test('nobody expected are defects with their stack', async () => {
    const { code, terminal } = await call(['probe', '--json'], { perform: () => Promise.reject(new TypeError('oops')) });
    expect([code, JSON.parse(terminal.out())]).toMatchObject([
      2,
      { code: 'internal', details: { stack: expect.stringContaining('TypeError: oops') } },
    ]);
  });

  test('of the file system get code, path and errno', async () => {
    const perform = async (_: object, { cwd }: Context) => {
      rmSync(join(cwd, 'nothing'));
      return { document: {}, exitCode: 0, text: '' };
    };
    const { terminal } = await call(['probe', '--json'], { perform });
    expect(JSON.parse(terminal.out())).toMatchObject({ code: 'io', details: { path: join(folder, 'nothing'), errno: 'ENOENT' } });
  });

  test('after an abort are an interruption', async () => {
    const controller = new AbortController();
    const terminal = sampleTerminal({ cwd: folder });
    const perform = async (_: object, { signal }: Context) => {
      controller.abort();
      signal.throwIfAborted();
      return { document: {}, exitCode: 0, text: '' };
    };
    const commands = [{ ...commandBase, perform }];
    const code = await dispatch(['probe', '--json'], { terminal, signal: controller.signal, commands, speak: () => undefined });
    expect([code, JSON.parse(terminal.out())]).toMatchObject([2, { code: 'interrupted' }]);
  });
});

test('a command knows the redacted command line and the environment switches', async () => {
  const perform = async (_: object, { commandLine, environment }: Context) => ({
    document: { commandLine, environment },
    exitCode: 0,
    text: '',
  });
  const environment = { FOZZY_ARTIFACTS_FULL: '1', FOZZY_TRACE_PRETTY: '0' };
  const { terminal } = await call(['probe', '--json'], { perform }, { environment });
  expect(JSON.parse(terminal.out())).toEqual({
    commandLine: ['fozzy', 'probe', '--json'],
    environment: { artifactsFull: true, tracePretty: false },
  });
});

async function talkative(_options: object, { progress, warn, log }: Context) {
  progress({ schemaVersion: 'fozzy.progress.v1', command: 'probe', event: 'phase', name: 'one' });
  warn({ code: 'odd', message: 'take care' });
  log('debug', 'details');
  return { document: {}, exitCode: 0, text: '' };
}
