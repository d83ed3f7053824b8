/**
 * Real processes: started directly, never through a shell, each in a session of its own, with a mark
 * in its environment by which everything it leaves behind can be found and ended.
 */
import { randomUUID } from 'node:crypto';
import { Deadline, interruptedAnswer } from '../host/deadline.ts';
import { holdLive } from '../host/live.ts';
import type { HostError } from '../host/port.ts';
import { startChild } from './child.ts';
import type { ProcPort } from './port.ts';
import { runChild } from './run-child.ts';
import { ProcessTree } from './tree.ts';

export interface HostProcessesOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When given, only these commands are started, compared exactly as the scenario writes them. */
  readonly allowCommands?: readonly string[] | undefined;
}

export interface HostProcesses extends ProcPort {
  /** Ends every process that any earlier call left running, such as a server that put itself into the background. */
  close(): Promise<void>;
}

/** A mark is one entry of a list: a Fozzy started by a Fozzy adds to it, so that the outer one still finds everything. */
const markVariable = 'FOZZY_SPAWN_ID';
/** Common beginning of all marks of this process, so that one sweep at its exit finds whatever any port left behind. */
const ownMark = `${randomUUID()}.`;
let portsOpened = 0;
let exitIsCovered = false;

export function hostProcesses(options: HostProcessesOptions): HostProcesses {
  portsOpened += 1;
  const portMark = `${ownMark}${portsOpened}.`;
  let calls = 0;

  return {
    async spawn(request, limits) {
      const denied = denial(request.cmd, options.allowCommands);
      if (denied !== undefined) return { kind: 'failed', error: denied, durationMs: 0 };
      const deadline = new Deadline(limits);
      if (deadline.struck !== undefined) return interruptedAnswer(deadline.struck, {}, 0);
      coverExit();
      calls += 1;
      const mark = `${portMark}${calls};`;
      const env = { ...options.env, [markVariable]: (options.env[markVariable] ?? '') + mark };
      try {
        const started = await startChild({ cmd: request.cmd, args: request.args, cwd: options.cwd, env });
        if (started.kind === 'failed') return { kind: 'failed', error: started.error, durationMs: deadline.durationMs() };
        return await runChild({ child: started.child, mark, deadline, bytesMax: limits.bytesMax, sampleRss: request.sampleRss });
      } finally {
        deadline.end();
      }
    },
    async close() {
      if (calls > 0) await new ProcessTree(portMark, undefined).end();
    },
  };
}

/** Never taken out again: something may sit in the background until the very end. */
function coverExit(): void {
  if (exitIsCovered) return;
  exitIsCovered = true;
  holdLive(() => new ProcessTree(ownMark, undefined).killNow());
}

function denial(cmd: string, allowed: readonly string[] | undefined): HostError | undefined {
  if (allowed === undefined || allowed.includes(cmd)) return undefined;
  const list = allowed.length === 0 ? 'none' : allowed.join(', ');
  return { class: 'denied', message: `command "${cmd}" is not in host_allow_commands (allowed: ${list})` };
}
