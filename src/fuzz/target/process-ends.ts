/**
 * What a target does to end its process: exit, abort, signals to itself. A thread cannot let that happen, so the call is ended there and the
 * exit is told; a process of its own says its last words and does what it was asked for.
 */
import { siteTable } from '../../sim/load/sites.ts';
import type { GuardedBuiltins } from './guarded-builtins.ts';

const FRAMES = 64;

/** Thrown where a target wants to end the process and may not. */
export class ExitCalled extends Error {
  override readonly name = 'ExitCalled';
  readonly title: 'process_exit' | 'process_killed';

  constructor(title: ExitCalled['title'], message: string) {
    // Its stack says who did it, also where a search does without stacks.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    super(message);
    Error.stackTraceLimit = limit;
    this.title = title;
  }
}

/** Whether the process may really end now; whoever says yes has told everybody. */
export type MayEnd = (error: ExitCalled) => boolean;

let mayEnd: MayEnd = () => false;
let isCalled = (): boolean => false;

/** `isCalling` tells whether the target is being called at the moment. */
export function attendEnds(isCalling: () => boolean, ask: MayEnd = () => false): void {
  isCalled = isCalling;
  mayEnd = ask;
}

/** To be called once, before any code of the target runs. */
export function guardEnds(builtins: GuardedBuiltins, isOwnProcess: boolean, allowHost: boolean): void {
  const [abort, kill] = [process.abort.bind(process), process.kill.bind(process)];
  // Node's own exit asks for this one, which is replaced as well.
  const leave = Reflect.get(process, 'reallyExit') as (code: number) => never; // as it is called by Node itself
  const end = (error: ExitCalled, really: () => void): void => {
    if (mayEnd(error)) return really();
    // Code that swallows the error gets no further either.
    if (isCalled()) siteTable().end(error);
    throw error;
  };
  const exit = (code?: unknown): void => {
    const told = typeof code === 'number' || typeof code === 'string' ? String(code) : '';
    end(new ExitCalled('process_exit', `process.exit(${told}) was called`), () =>
      Reflect.apply(leave, process, [Number(code ?? process.exitCode ?? 0) || 0]),
    );
  };
  // Native code that crashes takes the process with it, and many addons cannot be loaded by threads at all.
  if (!isOwnProcess || !allowHost) Reflect.set(process, 'dlopen', builtins.refuse('process.dlopen', allowHost ? 'process' : 'host'));
  Reflect.set(process, 'exit', exit);
  Reflect.set(process, 'reallyExit', exit);
  Reflect.set(process, 'abort', () => end(new ExitCalled('process_exit', 'process.abort() was called'), abort));
  Reflect.set(process, 'kill', (pid: unknown, signal: unknown = 'SIGTERM'): unknown => {
    const isOwn = pid === process.pid || pid === 0 || pid === -process.pid;
    if (!isOwn && allowHost) return Reflect.apply(kill, undefined, [pid, signal]);
    if (!isOwn) return builtins.refuse('process.kill')();
    if (signal === 0) return true;
    if (!isOwnProcess) return builtins.refuse('process.kill', 'process')();
    const told = typeof signal === 'number' || typeof signal === 'string' ? `, ${JSON.stringify(signal)}` : '';
    end(new ExitCalled('process_killed', `process.kill(process.pid${told}) was called`), () =>
      Reflect.apply(kill, undefined, [process.pid, signal]),
    );
    return true;
  });
}
