/** Process steps: rules are declared, commands are answered by a rule or by a real process, then judged alike. */
import { cutValue } from '../../base/cut-text.ts';
import type { JsonObject } from '../../base/json.ts';
import { type TextMatch, textMatches } from '../../base/text-match.ts';
import { utf8Length } from '../../base/utf8.ts';
import { Kind } from '../../decide/kinds.ts';
import type { ProcSpawn } from '../../scenario/step.ts';
import { writtenText } from '../../scenario/text.ts';
import type { HostAnswer } from '../../world/host/port.ts';
import type { ProcHostResult, ProcRule } from '../../world/proc/port.ts';
import { capturedError, capturedNumber, capturedObject, capturedText, errorPayload } from '../captured.ts';
import type { Family } from '../executor.ts';
import { type Failure, failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';
import type { Task } from '../task.ts';
import { matchText, tellMatch } from './expectation.ts';
import { takeBySecret } from './rule-match.ts';

export const proc: Family<'proc_when' | 'proc_spawn'> = {
  proc_when: (step, run, task) => {
    const stepPath = run.instructionOf(task).pointer;
    run.world.proc.declare({
      cmd: run.text(step.cmd),
      args: step.args.map((arg) => run.text(arg)),
      exitCode: step.exitCode,
      stdout: step.stdout === undefined ? undefined : run.text(step.stdout),
      stderr: step.stderr === undefined ? undefined : run.text(step.stderr),
      times: step.times,
      stepPath,
    });
    run.faults.arm('proc_when', stepPath);
    return undefined;
  },
  proc_spawn: (step, run, task) => {
    if (task.phase > 0) {
      // Reason for the cast: the memo of this step is set below, in its first phase.
      return answered(step, task.memo as Call, run, task);
    }
    const call: Call = {
      cmd: run.text(step.cmd),
      args: step.args.map((arg) => run.text(arg)),
      rule: undefined,
      stdout: step.expectStdout === undefined ? undefined : run.match(step.expectStdout),
      stderr: step.expectStderr === undefined ? undefined : run.match(step.expectStderr),
    };
    return run.settings.backends.proc === 'host' ? onHost(step, call, run, task) : scripted(step, call, run, task);
  },
};

interface Call {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly rule: ProcRule | undefined;
  /** Expectations as they read when the step started. */
  readonly stdout: TextMatch | undefined;
  readonly stderr: TextMatch | undefined;
}

function scripted(step: ProcSpawn, call: Call, run: Stage, task: Task): StepEnd {
  const rule = takeRule(call, run, task);
  if (rule === undefined) return unmatched(call, run, task);
  run.faults.fire('proc_when', rule.stepPath, run.time.nowMs);
  const payload: JsonObject = {
    ...callPayload(call, run),
    exit_code: rule.exitCode,
    stdout: rule.stdout ?? '',
    stderr: rule.stderr ?? '',
    duration_ms: 0,
  };
  run.decider.notePayload(Kind.procSpawn, payload);
  return judge(step, { ...call, rule: undefined }, run, task, payload, 'scripted');
}

function takeRule({ cmd, args }: Call, run: Stage, task: Task): ProcRule | undefined {
  const take = (from?: string): ProcRule | undefined => run.world.proc.take(cmd, args, run.time.nowMs, from);
  return run.world.secrets.hidesArgs(args) ? takeBySecret(run, task, take) : take();
}

function unmatched(call: Call, run: Stage, task: Task): Failure {
  const { pointer } = run.instructionOf(task);
  const args = run.world.secrets.args(call.args);
  const stepIndex = Number(/^\/steps\/(\d+)/.exec(pointer)?.[1] ?? 0);
  const suggestedProcWhen = { type: 'proc_when', cmd: writtenText(call.cmd), args: args.map(writtenText), exit_code: 0, stdout: '' };
  const message =
    `Strict proc backend blocked an undeclared subprocess: ${[call.cmd, ...args].join(' ')}. ` +
    'Add a matching `proc_when` step before it, or run with --proc-backend host';
  return failed('assertion', 'proc_unmatched', message, {
    command: call.cmd,
    args,
    scenarioPath: run.settings.file,
    stepIndex,
    stepPath: pointer,
    suggestedProcWhen,
  });
}

function onHost(step: ProcSpawn, call: Call, run: Stage, task: Task): StepEnd {
  const rule = run.world.proc.declaredCount === 0 ? undefined : takeRule(call, run, task);
  if (rule === undefined && run.world.proc.declaredCount > 0) {
    const message = `no proc_when contract fits ${call.cmd}; nothing was started`;
    return failed('assertion', 'proc_when_host_unmatched', message, callPayload(call, run));
  }
  if (rule !== undefined) run.faults.fire('proc_when', rule.stepPath, run.time.nowMs);
  const bound: Call = { ...call, rule };
  const { origin } = run.instructionOf(task);
  const asked = callPayload(call, run);
  const recorded = capturedObject(run.recall(Kind.procSpawn, origin, asked) ?? run.recall(Kind.procTimeout, origin, asked));
  if (recorded !== undefined) {
    run.decider.notePayload(recorded['timed_out'] === true ? Kind.procTimeout : Kind.procSpawn, recorded);
    run.time.pass(capturedNumber(recorded, 'duration_ms'));
    return judge(step, bound, run, task, recorded, 'replay');
  }
  if (run.outside?.proc === undefined) return run.decider.diverge({ kind: 'proc_spawn', ...callPayload(call, run) });
  task.memo = bound;
  return run.ask(task, { kind: 'proc', request: { cmd: call.cmd, args: call.args, sampleRss: run.settings.memory.track } });
}

function callPayload(call: Call, run: Stage): JsonObject {
  return { cmd: call.cmd, args: run.world.secrets.args(call.args) };
}

function answered(step: ProcSpawn, call: Call, run: Stage, task: Task): StepEnd {
  const { reply } = run;
  run.reply = undefined;
  if (reply?.kind !== 'proc' || reply.answer.kind === 'cancelled') return undefined;
  const { answer } = reply;
  const payload = { ...callPayload(call, run), ...answerPayload(answer), duration_ms: answer.durationMs };
  run.decider.notePayload(answer.kind === 'timeout' ? Kind.procTimeout : Kind.procSpawn, payload);
  run.time.pass(answer.durationMs);
  return judge(step, call, run, task, payload, 'host');
}

function answerPayload(answer: HostAnswer<ProcHostResult>): JsonObject {
  if (answer.kind === 'cancelled') return {};
  if (answer.kind === 'failed') return { error: errorPayload(answer.error) };
  const value: Partial<ProcHostResult> = answer.kind === 'ok' ? answer.value : answer.partial;
  return {
    ...(answer.kind === 'timeout' ? { timed_out: true } : { exit_code: value.exitCode ?? 0 }),
    ...(value.signal === undefined ? {} : { signal: value.signal }),
    stdout: value.stdout ?? '',
    stderr: value.stderr ?? '',
    ...(value.leftoverProcesses === true ? { leftover_processes: true } : {}),
    ...(value.peakRssBytes === undefined ? {} : { peak_rss_bytes: value.peakRssBytes }),
    ...(value.rssSampleCount === undefined ? {} : { rss_sample_count: value.rssSampleCount }),
  };
}

type Backend = 'scripted' | 'host' | 'replay';

function judge(step: ProcSpawn, call: Call, run: Stage, task: Task, payload: JsonObject, backend: Backend): StepEnd {
  run.hostPeakRssBytes = Math.max(run.hostPeakRssBytes, capturedNumber(payload, 'peak_rss_bytes'));
  emitProc(run, task, payload, backend);
  if (payload['timed_out'] === true) {
    task.phase = 1;
    task.waitingFor = `the process ${call.cmd}`;
    run.time.strike(task);
    return undefined;
  }
  const error = capturedError(payload);
  if (error !== undefined) return callFailed(call, error, run);
  const failure = (call.rule === undefined ? undefined : judgeContract(call.rule, payload)) ?? judgeExpectations(step, call, payload);
  if (failure === undefined && step.saveStdoutAs !== undefined) run.world.kv.set(step.saveStdoutAs, capturedText(payload, 'stdout'));
  return failure;
}

function callFailed(
  call: Call,
  error: { readonly class: string; readonly message: string; readonly excerpt: string },
  run: Stage,
): Failure {
  const details = { ...callPayload(call, run), class: error.class, ...(error.excerpt === '' ? {} : { excerpt: error.excerpt }) };
  if (error.class === 'denied') return failed('checker', 'proc_host_denied', error.message, details);
  return failed('assertion', 'proc_spawn_host', `${call.cmd}: ${error.message}`, details);
}

function judgeContract(rule: ProcRule, payload: JsonObject): Failure | undefined {
  return (
    checkExit('proc_when_host_exit', rule.exitCode, payload) ??
    (rule.stdout === undefined
      ? undefined
      : checkOutput('proc_when_host_stdout', 'stdout', { kind: 'exact', text: rule.stdout }, payload)) ??
    (rule.stderr === undefined ? undefined : checkOutput('proc_when_host_stderr', 'stderr', { kind: 'exact', text: rule.stderr }, payload))
  );
}

function judgeExpectations(step: ProcSpawn, call: Call, payload: JsonObject): Failure | undefined {
  return (
    checkExit('proc_exit', step.expectExit, payload) ??
    (call.stdout === undefined ? undefined : checkOutput('proc_stdout', 'stdout', call.stdout, payload)) ??
    (call.stderr === undefined ? undefined : checkOutput('proc_stderr', 'stderr', call.stderr, payload))
  );
}

function checkExit(title: string, expected: number | undefined, payload: JsonObject): Failure | undefined {
  const actual = capturedNumber(payload, 'exit_code');
  if (expected === undefined || expected === actual) return undefined;
  const signal = capturedText(payload, 'signal');
  const ended =
    signal === '' ? `expected exit code ${expected}, got ${actual}` : `expected exit code ${expected}, the process was ended by ${signal}`;
  const stderr = capturedText(payload, 'stderr');
  const message = stderr === '' ? ended : `${ended}; stderr: "${cutValue(stderr)}"`;
  return failed('assertion', title, message, { a: String(expected), b: String(actual) });
}

function checkOutput(title: string, stream: 'stdout' | 'stderr', match: TextMatch, payload: JsonObject): Failure | undefined {
  const actual = capturedText(payload, stream);
  if (textMatches(match, actual)) return undefined;
  return failed('assertion', title, `expected ${stream} to be ${tellMatch(match)}, got "${cutValue(actual)}"`, {
    a: matchText(match),
    b: actual,
  });
}

function emitProc(run: Stage, task: Task, payload: JsonObject, backend: Backend): void {
  if (!run.observed || payload['error'] !== undefined) return;
  const fields = {
    cmd: capturedText(payload, 'cmd'),
    backend,
    request_kind: 'proc_spawn',
    completion_boundary: backend === 'replay' ? 'recorded_decision' : 'process_exit',
    exit_code: payload['exit_code'],
    signal: payload['signal'],
    stdout: capturedText(payload, 'stdout'),
    stderr: capturedText(payload, 'stderr'),
    stdout_bytes: utf8Length(capturedText(payload, 'stdout')),
    stderr_bytes: utf8Length(capturedText(payload, 'stderr')),
    peak_rss_bytes: payload['peak_rss_bytes'],
    leftover_processes: payload['leftover_processes'],
    rolled_back: backend !== 'scripted' && run.blocks.isRevocable(task) ? false : undefined,
    duration_ms: capturedNumber(payload, 'duration_ms'),
  };
  run.emit('proc_spawn', fields);
  run.emit('capability_proc', fields);
}
