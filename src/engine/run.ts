/**
 * One execution of a steps program. The loop is synchronous: it picks a task, runs its step to the
 * end or to a wait, and repeats. When only the outside can answer, it stops with a request and is
 * resumed with the reply; in a deterministic run and in a replay that never happens.
 */
import { Bug } from '../base/assert.ts';
import { HOST_BYTES_MAX, STEPS_EXECUTED_MAX } from '../base/limits.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { TextMatch } from '../base/text-match.ts';
import type { Decider } from '../decide/decider.ts';
import { DecisionDivergence } from '../decide/divergence.ts';
import type { Kind } from '../decide/kinds.ts';
import type { Instruction } from '../scenario/compile.ts';
import type { Match, Text } from '../scenario/text.ts';
import type { Finding } from '../trace/finding.ts';
import { isMisuse } from '../trace/finding-codes.ts';
import type { Status } from '../trace/summary.ts';
import type { CallLimits } from '../world/host/port.ts';
import { Blocks } from './blocks.ts';
import type { EventFields, EventSink } from './event-sink.ts';
import { type Failure, failed, StepFailed } from './failure.ts';
import { FaultBook } from './fault-book.ts';
import { findingFor } from './finding-for.ts';
import type { HostReply, HostRequest } from './host-request.ts';
import { resolveJson, resolveMatch, resolveText } from './interpolate.ts';
import { type LinkedInstruction, type LinkedProgram, MAIN_TASK } from './linked-program.ts';
import type { DecisionMismatch } from './outcome.ts';
import { ReadyTasks } from './ready-tasks.ts';
import type { RunSettings } from './settings.ts';
import type { Stage } from './stage.ts';
import type { StepEnd } from './step-end.ts';
import { Task } from './task.ts';
import { Timekeeper } from './timekeeper.ts';
import type { Outside, World } from './world.ts';

export interface RunParts {
  readonly linked: LinkedProgram;
  readonly settings: RunSettings;
  readonly decider: Decider;
  readonly world: World;
  readonly outside: Outside | undefined;
  readonly sink: EventSink | undefined;
}

export class Run implements Stage {
  readonly linked: LinkedProgram;
  readonly settings: RunSettings;
  readonly decider: Decider;
  readonly world: World;
  readonly outside: Outside | undefined;
  readonly sink: EventSink | undefined;
  readonly faults = new FaultBook();
  readonly time: Timekeeper;
  readonly blocks: Blocks;
  readonly findings: Finding[] = [];
  readonly tasks: Task[] = [];
  /** The last answer of the outside, for the step that asked. */
  reply: HostReply | undefined;
  request: HostRequest | undefined;
  status: Status | undefined;
  interrupted = false;
  mismatch: DecisionMismatch | undefined;
  hostPeakRssBytes = 0;
  matchesSecrets = false;
  stepsExecuted = 0;
  current: Task | undefined;
  readonly #ready: ReadyTasks;
  /** The task whose step waits for the outside. */
  #asking: Task | undefined;

  constructor(parts: RunParts) {
    this.linked = parts.linked;
    this.settings = parts.settings;
    this.decider = parts.decider;
    this.world = parts.world;
    this.outside = parts.outside;
    this.sink = parts.sink;
    this.time = new Timekeeper(this);
    this.blocks = new Blocks(this);
    this.#ready = new ReadyTasks(parts.linked);
    this.tasks.push(new Task(MAIN_TASK, this.decider.log.taskNumber(MAIN_TASK), 0, undefined));
    if (parts.settings.memory.limit_mb !== undefined) this.faults.arm('memory_limit_mb', undefined);
    if (parts.settings.memory.fail_after_allocs !== undefined) this.faults.arm('memory_fail_after_allocs', undefined);
  }

  /** Runs until the end, until the outside is needed, or for `stepsMax` steps. */
  advance(stepsMax: number): 'done' | 'host' | 'pause' {
    const last = this.stepsExecuted + stepsMax;
    try {
      while (this.status === undefined) {
        if (this.request !== undefined) return 'host';
        if (this.stepsExecuted >= last) return 'pause';
        this.#turn();
      }
    } catch (error) {
      if (!(error instanceof DecisionDivergence)) throw error;
      this.#diverged(error);
    }
    return 'done';
  }

  resume(reply: HostReply): void {
    this.request = undefined;
    this.reply = reply;
    if (reply.kind !== 'wait' && reply.kind !== 'done' && reply.answer.kind === 'cancelled') this.interrupt();
  }

  /** Ends the run before its time; what happened so far stays. */
  interrupt(): void {
    this.interrupted = true;
    this.status = 'error';
  }

  #turn(): void {
    if (this.#asking !== undefined) return this.#attemptAgain(this.#asking);
    if (this.reply?.kind === 'wait') this.#waited(this.reply.ms);
    this.#ready.collect(this.tasks, this.time.nowMs, this.blocks.exclusive);
    this.#ready.prefer(this.current);
    if (this.#ready.count === 0) this.#waitForEarliest();
    else this.#startOrResume();
  }

  #attemptAgain(asking: Task): void {
    this.#asking = undefined;
    this.current = asking;
    this.#attempt(asking, this.#linkedAt(asking));
  }

  #waited(ms: number): void {
    this.reply = undefined;
    this.time.waited(ms);
  }

  #waitForEarliest(): void {
    this.time.waitForEarliest(this.tasks.filter((task) => task.mayRun(this.blocks.exclusive)));
  }

  #startOrResume(): void {
    const first = this.#ready.at(0);
    if (this.time.isOver(first) && !this.#ready.keepResuming()) return this.time.strike(first);
    const task = this.#ready.onlyResuming() ?? this.#pick();
    this.current = task;
    const linked = this.#linkedAt(task);
    if (task.phase === 0) this.#open(task, linked);
    if (this.status === undefined) this.#attempt(task, linked);
  }

  #pick(): Task {
    const task = this.decider.pickTask(this.#ready);
    if (this.sink !== undefined) this.#emitPick(task);
    return task;
  }

  #emitPick(task: Task): void {
    const { kind, pointer } = this.instructionOf(task);
    this.emit('sched_pick', { step_kind: kind, step_path: pointer, task_id: task.id });
  }

  #open(task: Task, { instruction }: LinkedInstruction): void {
    this.stepsExecuted += 1;
    task.stepStartMs = this.time.nowMs;
    task.spanOpen = true;
    if (this.sink !== undefined) this.#openSpan(task, instruction);
    if (this.stepsExecuted > STEPS_EXECUTED_MAX) this.#endless(task);
  }

  #openSpan(task: Task, { kind, pointer, span }: Instruction): void {
    task.span = this.blocks.spanOf(task, span);
    this.emit('span_start', { span: task.span, step_kind: kind, step_path: pointer, task: task.id });
  }

  #endless(task: Task): void {
    this.end(task, failed('hang', 'hang', `the scenario executed ${STEPS_EXECUTED_MAX} steps without coming to an end`));
  }

  #attempt(task: Task, linked: LinkedInstruction): void {
    let end: StepEnd;
    try {
      end = linked.execute(linked.instruction.step, this, task);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      end = error.failure;
    }
    if (end === 'wait') return;
    if (end === 'host') {
      this.#asking = task;
      return;
    }
    // A step may have ended the run itself, for example by striking the deadline.
    if (this.status !== undefined) return;
    if (end === undefined) this.#completed(task, linked);
    else this.fail(task, end);
  }

  #completed(task: Task, { instruction }: LinkedInstruction): void {
    task.phase = 0;
    task.memo = undefined;
    if (instruction.op === 'step') {
      this.closeSpan(task.span, 'ok', task.stepStartMs);
      task.spanOpen = false;
      task.pc += 1;
    }
    this.blocks.settle(task);
  }

  /** A failed step: expected by a surrounding block, or the end of the run. */
  fail(task: Task, failure: Failure): void {
    const finding = findingFor(failure, this.settings, this.instructionOf(task));
    this.#closeFailed(task, finding.title);
    if (!isMisuse(failure.title) && this.blocks.expectFailure(task, finding)) return;
    this.#close(finding);
  }

  /** A failure that no block may expect: timeouts and other limits. */
  end(task: Task, failure: Failure): void {
    this.#closeFailed(task, failure.title);
    this.#close(findingFor(failure, this.settings, this.instructionOf(task)));
  }

  /** A deadline may strike before the step has started; then there is no span to close. */
  #closeFailed(task: Task, title: string): void {
    if (task.spanOpen) this.closeSpan(task.span, 'error', task.stepStartMs, { title });
    task.spanOpen = false;
  }

  #close(finding: Finding): void {
    this.findings.push(finding);
    this.blocks.closeAll();
    this.status = finding.kind === 'hang' ? 'timeout' : finding.kind === 'panic' ? 'crash' : 'fail';
  }

  #diverged(error: DecisionDivergence): void {
    const named = error.actual['step_path'] ?? error.expected?.['step_path'];
    const current = this.current === undefined ? '' : this.instructionOf(this.current).pointer;
    const stepPath = typeof named === 'string' ? named : current;
    this.mismatch = { index: error.index, stepPath, timeMs: this.time.nowMs, expected: error.expected, actual: error.actual };
    this.status ??= 'error';
  }

  instructionOf(task: Task): Instruction {
    return this.#linkedAt(task).instruction;
  }

  #linkedAt(task: Task): LinkedInstruction {
    const linked = this.linked.code[task.pc];
    if (linked === undefined) throw new Bug(`a task stands at ${task.pc}, behind the program`);
    return linked;
  }

  get observed(): boolean {
    return this.sink !== undefined;
  }

  closeSpan(span: string, status: 'ok' | 'error', startMs: number, details?: JsonObject): void {
    if (this.sink !== undefined) this.emit('span_end', { details, duration_ms: this.time.nowMs - startMs, span, status });
  }

  emit(name: string, fields: EventFields): void {
    this.sink?.emit(this.time.nowMs, name, 'engine', fields);
  }

  emitUser(name: string, fields: EventFields): void {
    this.sink?.emit(this.time.nowMs, name, 'user', fields);
  }

  /** Asks the outside; the step is attempted again with the answer in `reply`. */
  ask(task: Task, request: HostRequest): 'host' {
    this.request = request;
    task.phase += 1;
    return 'host';
  }

  callLimits(): CallLimits {
    return { timeoutMs: this.time.remainingMs(), bytesMax: HOST_BYTES_MAX, signal: this.outside?.signal };
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    return this.decider.recall(kind, call, asked);
  }

  text(text: Text): string {
    return resolveText(text, this.world.kv);
  }

  match(match: Match): TextMatch {
    return resolveMatch(match, this.world.kv);
  }

  json(value: Json): Json {
    return resolveJson(value, this.world.kv);
  }
}
