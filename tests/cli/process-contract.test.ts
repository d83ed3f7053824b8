/** The contract of the process itself: streams, exit codes, one document, config, working directory. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, project, runCli } from './run-cli.ts';

const informational = [['version'], ['usage'], ['schema'], ['steps'], ['env'], ['completions', 'bash']];

describe('help', () => {
  test('goes to stdout and ends well, everywhere', async () => {
    for (const args of [['--help'], ['-h'], ['validate', '--help'], ['help', 'env']]) {
      const { code, stdout, stderr } = await runCli(args);
      expect([args, code, stderr]).toEqual([args, 0, '']);
      expect(stdout).toContain('Usage: fozzy');
    }
  });

  test('is shown on stderr, exit 2, when nothing is asked for', async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: fozzy');
  });

  test('comes with the error document when nothing is asked for in JSON', async () => {
    const answer = await runCli(['--json']);
    expect(answer.code).toBe(2);
    expect(answer.json()).toMatchObject({ status: 'error', code: 'usage', hint: expect.any(String) });
    expect(answer.stderr).toContain('Usage: fozzy');
  });

  test('with --json is a document', async () => {
    const answer = await runCli(['validate', '--json', '--help']);
    expect([answer.code, answer.stderr]).toEqual([0, '']);
    expect(answer.json()).toMatchObject({ help: expect.stringContaining('fozzy validate <SCENARIO>') });
  });
});

describe('--json', () => {
  test('gives exactly one document and a quiet stderr for every informational command', async () => {
    for (const args of informational) {
      const answer = await runCli([...args, '--json'], { cwd: project() });
      expect([args, answer.code, answer.stderr]).toEqual([args, 0, '']);
      expect(answer.json()).toHaveProperty('schemaVersion');
    }
  });

  test('is honoured wherever it stands and whatever else is wrong', async () => {
    for (const args of [
      ['--json', 'bogus'],
      ['bogus', '--json'],
      ['validate', '--nonsense', '--json'],
      ['env', '--log', 'loud', '--json'],
      ['env', '--cwd', '--json'],
    ]) {
      const answer = await runCli(args);
      expect(answer.json()).toMatchObject({ status: 'error', code: 'usage', message: expect.any(String) });
      expect([args, answer.code, answer.stderr]).toEqual([args, 2, '']);
    }
  });

  test('has the four keys of the error object in their order', async () => {
    const answer = await runCli(['validate', 'nothing.fozzy.json', '--json'], { cwd: project() });
    expect(Object.keys(answer.json())).toEqual(['status', 'code', 'message', 'hint', 'details']);
  });
});

describe('usage errors', () => {
  test('go to stderr with code, message and hint, and exit 2', async () => {
    const { code, stdout, stderr } = await runCli(['validate', '--x']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("error[usage]: unexpected argument '--x'");
  });

  test('propose the nearest command, flag and value', async () => {
    expect((await runCli(['valdate'])).stderr).toContain('did you mean `fozzy validate`?');
    expect((await runCli(['env', '--jsn'])).stderr).toContain('did you mean --json?');
    const value = await runCli(['env', '--proc-backend', 'hots']);
    expect(value.stderr).toContain("invalid value 'hots' for '--proc-backend <PROC_BACKEND>' [possible values: scripted, host]");
    expect(value.stderr).toContain('did you mean host?');
  });

  test('include --strict with --unsafe', async () => {
    const answer = await runCli(['--strict', 'env', '--unsafe', '--json']);
    expect([answer.code, answer.json()['code']]).toEqual([2, 'usage']);
  });

  test('include backend flags where nothing is executed', async () => {
    const answer = await runCli(['validate', 'a.fozzy.json', '--fs-backend', 'host', '--json']);
    expect([answer.code, answer.json()]).toMatchObject([
      2,
      { code: 'flag_not_applicable', details: { commands: expect.arrayContaining(['env']) } },
    ]);
  });
});

describe('config', () => {
  test('that is broken stops a command with its place', async () => {
    const cwd = project({ 'fozzy.toml': 'base_dir = \n' });
    const answer = await runCli(['env', '--json'], { cwd });
    expect([answer.code, answer.json()]).toMatchObject([2, { code: 'config_invalid', details: { line: 1 } }]);
  });

  test('that is broken does not matter to version, usage, schema and help', async () => {
    const cwd = project({ 'fozzy.toml': '= nonsense' });
    for (const args of [['version'], ['usage'], ['schema'], ['env', '--help']])
      expect([args, (await runCli(args, { cwd })).code]).toEqual([args, 0]);
  });

  test('named but absent is an error, the default file absent is not', async () => {
    const cwd = project();
    expect((await runCli(['env', '--config', 'x.toml', '--json'], { cwd })).json()).toMatchObject({ code: 'config_not_found' });
    expect((await runCli(['env'], { cwd })).code).toBe(0);
  });

  test('with an unknown key is an error that --unsafe turns into a warning', async () => {
    const cwd = project({ 'fozzy.toml': 'bas_dir = ".x"\n' });
    const strict = await runCli(['env', '--json'], { cwd });
    expect([strict.code, strict.json()]).toMatchObject([2, { code: 'config_unknown_key', hint: expect.stringContaining('base_dir') }]);
    const unsafe = await runCli(['env', '--json', '--unsafe'], { cwd });
    expect([unsafe.code, JSON.parse(unsafe.stderr)]).toMatchObject([0, { status: 'warning', code: 'config_unknown_key' }]);
  });

  test('is found below --cwd, and a flag wins over it', async () => {
    const cwd = project({ 'inner/fozzy.toml': 'proc_backend = "host"\n' });
    expect((await runCli(['--cwd', 'inner', 'env', '--json'], { cwd })).json()).toMatchObject({
      capabilities: { proc: { backend: 'host', deterministic: false } },
    });
    const flag = await runCli(['--cwd', 'inner', 'env', '--json', '--proc-backend', 'scripted'], { cwd });
    expect(flag.json()).toMatchObject({ capabilities: { proc: { backend: 'scripted', deterministic: true } } });
  });

  test('with reporter = "json" acts as --json', async () => {
    const cwd = project({ 'fozzy.toml': 'reporter = "json"\n' });
    expect((await runCli(['env'], { cwd })).json()).toHaveProperty('capabilities');
  });

  test('--cwd must name a directory', async () => {
    const answer = await runCli(['env', '--cwd', 'nowhere', '--json'], { cwd: project() });
    expect([answer.code, answer.json()]).toMatchObject([2, { code: 'cwd_invalid' }]);
  });
});

describe('streams', () => {
  test('have no colour and no control sequences when nobody watches', async () => {
    for (const args of [['schema'], ['usage'], ['--help'], ['bogus']]) {
      const { stdout, stderr } = await runCli(args);
      expect(stdout + stderr).not.toContain('\u001b');
    }
  });

  test('are written completely, however slowly they are read', async () => {
    const answer = await runCli(['schema', '--json'], {
      meanwhile: ({ stdout }) => {
        stdout?.on('data', () => {
          stdout.pause();
          setImmediate(() => stdout.resume());
        });
      },
    });
    expect(answer.json()['stepTypes']).toHaveLength(44);
  });

  test('may be left early by their reader without a word', async () => {
    const child = spawn(process.execPath, [bin, 'schema', '--json'], { cwd: project(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr]).toEqual([0, '']);
  });
});

test.runIf(existsSync('/dev/full'))('a result that a full disk did not take is an error, with and without --json', () => {
  for (const words of [['usage'], ['usage', '--json'], ['version', '--json']]) {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [bin, ...words], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toMatch(/\bio\b[^]*cannot write stdout: no space left on the device/u);
  }
});

test('nothing is written to the working directory by commands that only tell', async () => {
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps: [{ type: 'rand_u64' }] } });
  mkdirSync(join(cwd, 'keep'));
  for (const args of [...informational, ['validate', 'a.fozzy.json']]) await runCli(args, { cwd });
  expect(readdirSync(cwd).sort()).toEqual(['a.fozzy.json', 'keep']);
});
