/** `exec` and `execFile`: run a program to its end, collect what it writes, tell it by callback or promise. */
import { promisify } from 'node:util';
import { nodeError } from '../node-error.ts';
import { type ChildProcess, spawnChild } from './child-process.ts';
import { spawnArguments, type SpawnOptions } from './spawn-options.ts';

const MAX_BUFFER = 1024 * 1024;

type Callback = (error: Error | null, stdout: unknown, stderr: unknown) => void;

interface Collected {
  readonly text: () => unknown;
}

export function exec(command: unknown, ...rest: readonly unknown[]): ChildProcess {
  const [options, callback] = optionsAndCallback(rest);
  if (typeof command !== 'string') return run(spawnArguments(command, [], options), callback, String(command));
  return run(spawnArguments(command, [], { ...options, shell: options.shell ?? true }), callback, command);
}

export function execFile(file: unknown, ...rest: readonly unknown[]): ChildProcess {
  const [first, ...others] = rest;
  const args: readonly unknown[] = Array.isArray(first) ? first : [];
  const [options, callback] = optionsAndCallback(Array.isArray(first) ? others : rest);
  const what = spawnArguments(file, args, options);
  return run(what, callback, [what.file, ...what.args].join(' '));
}

function optionsAndCallback(rest: readonly unknown[]): readonly [SpawnOptions, Callback | undefined] {
  const callback = rest.find((each) => typeof each === 'function');
  const options = rest.find((each) => typeof each === 'object' && each !== null);
  // Reason for the cast: what a callback takes is fixed by the function it is given to.
  return [options ?? {}, callback as Callback | undefined];
}

function run(what: ReturnType<typeof spawnArguments>, callback: Callback | undefined, command: string): ChildProcess {
  const { timeout, maxBuffer = MAX_BUFFER, encoding = 'utf8', killSignal } = what.options;
  const { signal, ...plain } = what.options;
  const child = spawnChild({ ...what, options: { ...plain, stdio: 'pipe', timeout: 0, ...(signal === undefined ? {} : { signal }) } });
  let failure: Error | undefined;
  let killed = false;
  const kill = () => {
    killed = true;
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.kill(killSignal);
  };
  const tooMuch = (name: string) => {
    failure ??= nodeError('ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${name} maxBuffer length exceeded`, RangeError);
    kill();
  };
  const stdout = collect(child, 'stdout', maxBuffer, encoding, tooMuch);
  const stderr = collect(child, 'stderr', maxBuffer, encoding, tooMuch);
  const timer = timeout !== undefined && timeout > 0 ? setTimeout(kill, timeout) : undefined;
  let isTold = false;
  const tell = (code: number | null, by: string | null) => {
    if (isTold) return;
    isTold = true;
    clearTimeout(timer);
    if (callback === undefined) return;
    const [out, err] = [stdout.text(), stderr.text()];
    if (failure === undefined && code === 0 && by === null) {
      callback(null, out, err);
      return;
    }
    const error =
      failure ??
      Object.assign(new Error(`Command failed: ${command}\n${String(err)}`), { code, killed: child.killed || killed, signal: by });
    callback(Object.assign(error, { cmd: command }), out, err);
  };
  child.on('close', tell);
  child.on('error', (error: Error) => {
    failure ??= error;
    child.stdout?.destroy();
    child.stderr?.destroy();
    tell(null, null);
  });
  return child;
}

function collect(
  child: ChildProcess,
  name: 'stdout' | 'stderr',
  maxBuffer: number,
  encoding: string | null,
  tooMuch: (name: string) => void,
): Collected {
  const stream = child[name];
  const isText = typeof encoding === 'string' && Buffer.isEncoding(encoding);
  if (isText) stream?.setEncoding(encoding);
  const chunks: (string | Buffer)[] = [];
  let length = 0;
  stream?.on('data', (chunk: string | Buffer) => {
    const left = maxBuffer - length;
    length += chunk.length;
    chunks.push(length > maxBuffer ? chunk.slice(0, left) : chunk);
    if (length > maxBuffer) tooMuch(name);
  });
  return { text: () => (isText ? chunks.join('') : Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))) };
}

/** With a promise, both outputs are given together, and an error carries them too. */
function promised(form: (...args: readonly unknown[]) => ChildProcess): (...args: readonly unknown[]) => Promise<unknown> {
  return (...args) => {
    let child: ChildProcess | undefined;
    const promise = new Promise((resolve, reject) => {
      child = form(...args, (error: Error | null, stdout: unknown, stderr: unknown) => {
        if (error === null) resolve({ stdout, stderr });
        else reject(Object.assign(error, { stdout, stderr }));
      });
    });
    return Object.assign(promise, { child });
  };
}

Object.defineProperty(exec, promisify.custom, { value: promised(exec) });
Object.defineProperty(execFile, promisify.custom, { value: promised((file, ...rest) => execFile(file, ...rest)) });
