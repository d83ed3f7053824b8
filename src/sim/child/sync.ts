/** The forms that wait: possible only for programs of the scenario that finish without waiting for anything themselves. */
import { current } from '../active.ts';
import type { Machine } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { childMachine } from '../process/child-machine.ts';
import { ExitSignal, processOf } from '../process/sim-process.ts';
import { exitCodeOf, programContext } from '../process/program.ts';
import { findProgram } from './find-program.ts';
import { notFound, shellCommand } from './shell.ts';
import { parseCommandLine } from './shell-words.ts';
import { spawnArguments, type SpawnArguments, type SpawnOptions } from './spawn-options.ts';
import { cwdOf, environmentOf } from './start-process.ts';
import { isError, isPromise } from '../value-kinds.ts';

interface SyncResult {
  readonly pid: number;
  readonly output: readonly unknown[];
  readonly stdout: unknown;
  readonly stderr: unknown;
  readonly status: number | null;
  readonly signal: null;
  readonly error?: Error;
}

export function spawnSync(file: unknown, second?: unknown, third?: unknown): SyncResult {
  const what = spawnArguments(file, second, third);
  const { shell } = what.options;
  return shell === undefined || shell === false ? runNow(what, 'spawn') : runLine(what, [what.file, ...what.args].join(' '));
}

/** One command without operators is all that can be run at once. */
function fromLine(what: SpawnArguments, line: string): SpawnArguments {
  const parent = current();
  const [command, ...others] = parseCommandLine(line, environmentOf(parent, what.options));
  const [file, ...args] = command?.words ?? [];
  if (file === undefined || others.length > 0) throw needsTheOther('execSync', line, 'exec');
  return { file, args, options: { ...what.options, env: { ...environmentOf(parent, what.options), ...command?.assignments } } };
}

function needsTheOther(form: string, what: string, other: string): Error {
  return notSimulated(
    `${form}(${JSON.stringify(what)})`,
    `Only a program declared with sim.program that answers without waiting can be run while everything else stands still; use ${other} instead.`,
  );
}

/** A shell runs what is no program of its own, and says so where there is nothing. */
function runLine(given: SpawnArguments, line: string): SyncResult {
  const what = fromLine(given, line);
  const { file, args, options } = what;
  const parent = current();
  if (findProgram(parent, file, args, cwdOf(parent, options)) !== undefined) return runNow(what, 'spawn');
  return runMain(what, 'spawn', (machine) => shellCommand(machine, file, args) ?? notFound(machine, file));
}

function runNow(what: SpawnArguments, form: 'spawn' | 'execFile'): SyncResult {
  const { file, args, options } = what;
  const parent = current();
  const found = findProgram(parent, file, args, cwdOf(parent, options));
  if (found === undefined) return missing(file, args);
  if (found.kind !== 'program') throw needsTheOther(`${form}Sync`, [file, ...args].join(' '), form === 'spawn' ? 'spawn or fork' : form);
  return runMain(what, form, (machine) => found.main(programContext(machine, args)));
}

function runMain({ file, args, options }: SpawnArguments, form: string, main: (machine: Machine) => unknown): SyncResult {
  const parent = current();
  const [out, err]: [Uint8Array[], Uint8Array[]] = [[], []];
  const machine = childMachine(parent, file.split('/').at(-1) ?? file, {
    env: environmentOf(parent, options),
    cwd: cwdOf(parent, options),
    argv: [file, ...args],
    stdin: { text: typeof options.input === 'string' ? options.input : Buffer.from(options.input ?? []).toString() },
    stdio: { stdout: (chunk) => void out.push(chunk), stderr: (chunk) => void err.push(chunk) },
    parent: { machine: parent, as: 'process', ended: () => undefined },
  });
  const status = mainNow(machine, () => main(machine));
  if (isPromise(status)) {
    status.catch(() => undefined);
    throw needsTheOther(`${form}Sync`, [file, ...args].join(' '), form);
  }
  const [stdout, stderr] = [as(out, options), as(err, options)];
  return { pid: processOf(machine).pid, output: [null, stdout, stderr], stdout, stderr, status: exitCodeOf(status), signal: null };
}

/** Runs on the machine, inside the transition under way. Its error is the caller's: nobody else could hear of it. */
function mainNow(machine: Machine, main: () => unknown): unknown {
  let answer: unknown;
  let failure: unknown;
  machine.state = 'running';
  machine.kernel.enter(
    machine,
    () => {
      try {
        answer = main();
      } catch (error) {
        if (error instanceof ExitSignal) answer = error.code;
        else failure = error;
      }
    },
    undefined,
  );
  machine.goDown({ how: 'exit' });
  if (isError(failure)) throw failure;
  return answer;
}

function missing(file: string, args: readonly string[]): SyncResult {
  const error = Object.assign(new Error(`spawnSync ${file} ENOENT`), {
    errno: -2,
    code: 'ENOENT',
    syscall: `spawnSync ${file}`,
    path: file,
    spawnargs: [...args],
  });
  // Reason for the cast: Node gives null where a process never wrote.
  return { error, status: null, signal: null, output: null as unknown as unknown[], pid: 0, stdout: null, stderr: null };
}

function as(chunks: readonly Uint8Array[], { encoding }: SpawnOptions): unknown {
  const bytes = Buffer.concat(chunks);
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
}

function judged(result: SyncResult, command: string): unknown {
  if (result.error !== undefined) throw result.error;
  if (result.status === 0) return result.stdout;
  const message = `Command failed: ${command}${String(result.stderr) === '' ? '' : `\n${String(result.stderr)}`}`;
  throw Object.assign(new Error(message), { ...result });
}

export function execFileSync(file: unknown, second?: unknown, third?: unknown): unknown {
  const what = spawnArguments(file, second, third);
  return judged(runNow(what, 'execFile'), [what.file, ...what.args].join(' '));
}

export function execSync(command: unknown, options?: unknown): unknown {
  const what = spawnArguments(command, [], options);
  return judged(runLine(what, what.file), what.file);
}
