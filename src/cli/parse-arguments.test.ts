import { describe, expect, test } from 'vitest';
import { FozzyError } from '../base/problem.ts';
import type { Options } from '../commands/command.ts';
import type { Globals } from './global-flags.ts';
import { parseArguments, wantsJson } from './parse-arguments.ts';
import { sampleTable } from '../../tests/support/sample-table.ts';

interface Parsed {
  readonly command: string;
  readonly options: Options;
  readonly globals: Globals;
}

function parse(...argv: readonly string[]): Parsed {
  const invocation = parseArguments(argv, sampleTable);
  if (invocation.kind !== 'perform') throw new Error(`no command but ${invocation.kind}`);
  return { command: invocation.command.words.join(' '), options: invocation.options, globals: invocation.globals };
}

function refusal(...argv: readonly string[]): FozzyError {
  try {
    parseArguments(argv, sampleTable);
  } catch (error) {
    if (error instanceof FozzyError) return error;
    throw error;
  }
  throw new Error(`accepted: ${argv.join(' ')}`);
}

describe('commands', () => {
  test('are found by all their words and by their aliases', () => {
    expect(parse('trace', 'verify', 'latest').command).toBe('trace verify');
    expect(parse('steps').command).toBe('schema');
  });

  test('that do not exist are refused with the nearest one', () => {
    expect(refusal('rn')).toMatchObject({ code: 'usage', message: "unrecognized command 'rn'", hint: 'did you mean `fozzy run`?' });
    expect(refusal('trace', 'verfy').hint).toBe('did you mean `fozzy trace verify`?');
    expect(refusal('zzzzzz').hint).toBe('run `fozzy --help`');
  });

  test('cut short are proposed when only one goes on like that', () => {
    expect(refusal('comple').hint).toBe('did you mean `fozzy completions`?');
  });

  test('that are groups without a further word are incomplete, and so is nothing at all', () => {
    expect(parseArguments(['trace'], sampleTable)).toMatchObject({ kind: 'incomplete', words: ['trace'] });
    expect(parseArguments(['--json'], sampleTable)).toMatchObject({ kind: 'incomplete', words: [], globals: { json: true } });
  });
});

describe('global flags', () => {
  test('may stand before, inside and after the command', () => {
    const expected = { json: true, strict: true, cwd: 'x' };
    expect(parse('--json', '--cwd', 'x', 'trace', 'verify', 'r').globals).toMatchObject(expected);
    expect(parse('trace', '--json', '--cwd=x', 'verify', 'r').globals).toMatchObject(expected);
    expect(parse('trace', 'verify', 'r', '--cwd', 'x', '--json').globals).toMatchObject(expected);
  });

  test('are strict, coloured and informative unless told otherwise', () => {
    expect(parse('schema').globals).toEqual({
      config: undefined,
      cwd: undefined,
      log: 'info',
      json: false,
      color: true,
      strict: true,
      backends: {},
    });
    expect(parse('schema', '--unsafe', '--no-color', '--log', 'debug').globals).toMatchObject({
      strict: false,
      color: false,
      log: 'debug',
    });
  });

  test('--strict-verify is --strict', () => {
    expect(parse('schema', '--strict-verify').globals.strict).toBe(true);
    expect(refusal('schema', '--strict-verify', '--unsafe').message).toBe("the argument '--strict' cannot be used with '--unsafe'");
  });

  test('--strict and --unsafe exclude each other in any order', () => {
    expect(refusal('--unsafe', 'schema', '--strict').code).toBe('usage');
    expect(refusal('--strict', 'schema', '--unsafe').code).toBe('usage');
  });
});

describe('backend flags', () => {
  test('reach a command that honours them', () => {
    const given = parse('run', 'a', '--proc-backend', 'host', '--fs-backend=virtual', '--http-backend', 'scripted').globals.backends;
    expect(given).toEqual({ proc: 'host', fs: 'virtual', http: 'scripted' });
  });

  test('are not applicable where nothing is executed, and the error names who takes them', () => {
    const error = refusal('schema', '--proc-backend', 'scripted');
    expect(error.code).toBe('flag_not_applicable');
    expect(error.details).toEqual({ flag: '--proc-backend', commands: ['run', 'test', 'fuzz'] });
  });

  test('refuse the host on a command that never uses it, but not its own kind', () => {
    expect(refusal('fuzz', '--http-backend', 'host')).toMatchObject({
      code: 'backend_not_supported',
      details: { commands: ['run', 'test'] },
    });
    expect(parse('fuzz', '--http-backend', 'scripted').globals.backends).toEqual({ http: 'scripted' });
  });
});

describe('flags', () => {
  test('take their value after a blank or an equals sign', () => {
    expect(parse('run', 'a', '--seed', '7', '--record=x=y').options).toEqual({ scenario: 'a', seed: '7', record: 'x=y' });
  });

  test('become values of their type under their camelCase name', () => {
    const { options } = parse(
      'run',
      'a',
      '--det',
      '--timeout',
      '2s',
      '--mem-limit-mb',
      '64',
      '--leak-budget',
      '10',
      '--record-collision',
      'error',
    );
    expect(options).toEqual({ scenario: 'a', det: true, timeout: 2000, memLimitMb: 64, leakBudget: 10, recordCollision: 'error' });
    expect(parse('test', '--flake-budget', '2.5').options['flakeBudget']).toBe(2.5);
  });

  test('keep 64 bits exactly', () => {
    expect(parse('run', 'a', '--seed', '18446744073709551615').options['seed']).toBe('18446744073709551615');
    expect(parse('run', 'a', '--seed', '007').options['seed']).toBe('7');
    expect(refusal('run', 'a', '--seed', '18446744073709551616').message).toContain(
      "invalid value '18446744073709551616' for '--seed <SEED>'",
    );
  });

  test('that were not given are absent', () => {
    expect(parse('run', 'a').options).toEqual({ scenario: 'a' });
  });

  test('of a list take commas and repetition', () => {
    expect(parse('test', '--tag', 'a,b', '--tag=c').options['tag']).toEqual(['a', 'b', 'c']);
    expect(parse('test', '--with', 'run', '--with', 'fuzz').options['with']).toEqual(['run', 'fuzz']);
    expect(refusal('test', '--tag', 'a,,b').message).toContain("invalid value '' for '--tag <TAG>'");
  });

  test('with one value cannot be repeated, switches can', () => {
    expect(refusal('run', 'a', '--seed', '1', '--seed', '1').message).toBe("the argument '--seed <SEED>' cannot be used multiple times");
    expect(refusal('--cwd', 'a', 'schema', '--cwd', 'b').message).toBe("the argument '--cwd <CWD>' cannot be used multiple times");
    expect(parse('run', 'a', '--det', '--det').options['det']).toBe(true);
  });

  test('that are negatable can be switched off, but not both ways at once', () => {
    expect(parse('run', 'a', '--no-mem-track').options['memTrack']).toBe(false);
    expect(refusal('run', 'a', '--mem-track', '--no-mem-track').message).toContain("'--no-mem-track'");
    expect(refusal('run', 'a', '--no-det').message).toBe("unexpected argument '--no-det'");
  });

  test('answer to their aliases', () => {
    expect(parse('run', 'a', '--minimize').options).toEqual({ scenario: 'a', shrink: true });
  });

  test('that need a value say so', () => {
    const message = "a value is required for '--seed <SEED>' but none was supplied";
    expect(refusal('run', 'a', '--seed').message).toBe(message);
    expect(refusal('run', 'a', '--seed', '--det').message).toBe(message);
    expect(refusal('run', 'a', '--seed', '--', '7').message).toBe(message);
  });

  test('that take none say so', () => {
    expect(refusal('run', 'a', '--det=yes').message).toBe("unexpected value 'yes' for '--det'");
  });

  test('nobody knows are unexpected, with the nearest one', () => {
    expect(refusal('run', 'a', '--x')).toMatchObject({ code: 'usage', message: "unexpected argument '--x'" });
    expect(refusal('run', 'a', '--sed', '7').hint).toBe('did you mean --seed?');
    expect(refusal('schema', '--jsn').hint).toBe('did you mean --json?');
  });

  test('of other commands are not applicable, and the error names those', () => {
    expect(refusal('schema', '--seed', '7')).toMatchObject({
      code: 'flag_not_applicable',
      hint: '--seed is taken by run',
      details: { flag: '--seed', commands: ['run'] },
    });
    expect(refusal('schema', '--minimize').code).toBe('flag_not_applicable');
    expect(refusal('schema', '--no-mem-track').code).toBe('flag_not_applicable');
  });

  test('of a command do not stand before it', () => {
    expect(refusal('--seed', '7', 'run', 'a')).toMatchObject({ code: 'usage', message: "unexpected argument '--seed'" });
  });

  test('have no short forms', () => {
    expect(refusal('run', 'a', '-s').message).toBe("unexpected argument '-s'");
  });
});

describe('values', () => {
  test('outside a closed set list the set and the nearest member', () => {
    expect(refusal('run', 'a', '--record-collision', 'apend')).toMatchObject({
      code: 'usage',
      message: "invalid value 'apend' for '--record-collision <RECORD_COLLISION>' [possible values: append, overwrite, error]",
      hint: 'did you mean append?',
    });
    expect(refusal('test', '--with', 'run,fzz').message).toContain(
      "invalid value 'fzz' for '--with <WITH>' [possible values: run, fuzz, all]",
    );
    expect(refusal('--log', 'loud', 'schema').message).toContain('[possible values: error, warn, info, debug, trace]');
  });

  test('are lower-case', () => {
    expect(refusal('run', 'a', '--record-collision', 'Append').code).toBe('usage');
  });

  test('of durations obey the grammar of durations and quote the text', () => {
    for (const text of ['', '5', 's', '1.5s', '-1s', '5 s', '1d']) {
      expect(refusal('run', 'a', `--timeout=${text}`).message).toContain(`invalid value '${text}' for '--timeout <TIMEOUT>'`);
    }
  });

  test('of integers are plain digits in range', () => {
    for (const text of ['-1', '1.0', '1e3', '0x10', '', '9007199254740992']) {
      expect(refusal('run', 'a', `--mem-limit-mb=${text}`).message).toContain(
        `invalid value '${text}' for '--mem-limit-mb <MEM_LIMIT_MB>'`,
      );
    }
    expect(parse('run', 'a', '--mem-limit-mb', '9007199254740991').options['memLimitMb']).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('of numbers are finite decimals', () => {
    for (const text of ['NaN', 'Infinity', '1e3', 'x', '']) expect(refusal('test', `--flake-budget=${text}`).code).toBe('usage');
    expect(parse('test', '--flake-budget', '-1').options['flakeBudget']).toBe(-1);
  });

  test('of paths are not empty, texts may be', () => {
    expect(refusal('run', 'a', '--record=').message).toContain('must not be empty');
    expect(parse('test', '--filter=').options['filter']).toBe('');
  });
});

describe('arguments', () => {
  test('that are required must be there', () => {
    expect(refusal('run')).toMatchObject({ code: 'usage', message: 'the following required arguments were not provided: <SCENARIO>' });
    expect(refusal('trace', 'verify').message).toContain('<RUN_OR_TRACE>');
  });

  test('that are too many are unexpected', () => {
    expect(refusal('run', 'a', 'b').message).toBe("unexpected argument 'b'");
    expect(refusal('schema', 'b').message).toBe("unexpected argument 'b'");
  });

  test('may be any number where the command says so, even none', () => {
    expect(parse('test').options).toEqual({ patterns: [] });
    expect(parse('test', 'a', '--filter', 'x', 'b').options).toEqual({ patterns: ['a', 'b'], filter: 'x' });
  });

  test('after -- are taken as they are', () => {
    expect(parse('test', '--', '--json', '-h').options).toEqual({ patterns: ['--json', '-h'] });
    expect(parse('run', '--det', '--', '--odd.json').options).toEqual({ scenario: '--odd.json', det: true });
  });

  test('with a closed set list it', () => {
    expect(refusal('completions', 'bsh')).toMatchObject({
      message: "invalid value 'bsh' for '<SHELL>' [possible values: bash, zsh]",
      hint: 'did you mean bash?',
    });
  });

  test('are not empty', () => {
    expect(refusal('run', '').message).toContain("invalid value '' for '<SCENARIO>'");
  });
});

describe('help and version', () => {
  test('help is heard anywhere before --, even when the rest does not parse', () => {
    for (const argv of [['-h'], ['--help']]) expect(parseArguments(argv, sampleTable)).toMatchObject({ kind: 'help', words: [] });
    expect(parseArguments(['run', '--bogus', '-h'], sampleTable)).toMatchObject({ kind: 'help', words: ['run'] });
    expect(parseArguments(['-h', 'trace', 'verify'], sampleTable)).toMatchObject({ kind: 'help', words: ['trace', 'verify'] });
    expect(parseArguments(['help', 'run'], sampleTable)).toMatchObject({ kind: 'help', words: ['run'] });
  });

  test('there is no help about a command that does not exist', () => {
    expect(refusal('rn', '--help').message).toBe("unrecognized command 'rn'");
  });

  test('the version is asked for at the top level only', () => {
    for (const argv of [['-V'], ['--version'], ['--json', '--version']]) expect(parseArguments(argv, sampleTable).kind).toBe('version');
    expect(refusal('run', 'a', '--version').message).toBe("unexpected argument '--version'");
    expect(refusal('schema', '-V').message).toBe("unexpected argument '-V'");
  });
});

test('--json is recognised on any line, but not behind --', () => {
  expect(wantsJson(['bogus', '--what', '--json'])).toBe(true);
  expect(wantsJson(['test', '--', '--json'])).toBe(false);
});
