/**
 * Steps that hold steps: repeat, parallel and expected failure. Keeps the frames of each task,
 * moves tasks over the control instructions, and unwinds when a step fails inside a block.
 */
import { asJson } from '../base/as-json.ts';
import { assert } from '../base/assert.ts';
import type { Finding } from '../trace/finding.ts';
import type { Instruction } from '../scenario/compile.ts';
import { failed } from './failure.ts';
import type { Stage, StageBlocks } from './stage.ts';
import { type Checkpoint, takeCheckpoint, returnTo } from './checkpoint.ts';
import { type Frame, Task } from './task.ts';

export class Blocks implements StageBlocks {
  /** Owner of the innermost block that may be rolled back. */
  exclusive: Task | undefined;
  readonly #run: Stage;

  constructor(run: Stage) {
    this.#run = run;
  }

  /** Enters a block; the task goes on with its first step. */
  enterScope(task: Task, instruction: Instruction): void {
    const checkpoint = takeCheckpoint(this.#run, this.exclusive);
    this.#push(task, instruction, checkpoint);
    this.exclusive = task;
    this.#run.emit('scope_start', { span: task.span });
    task.pc += 1;
  }

  enterRepeat(task: Task, instruction: Instruction): void {
    this.#push(task, instruction, undefined);
    this.#setRound(instruction, 0);
    task.pc += 1;
  }

  enterFork(task: Task, instruction: Instruction): void {
    const frame = this.#push(task, instruction, undefined);
    frame.openTasks = instruction.tasks.length;
    task.joining = true;
    for (const { name, start } of instruction.tasks) {
      const id = `${task.id}/${name}`;
      this.#run.tasks.push(new Task(id, this.#run.decider.log.taskNumber(id), start, task));
    }
  }

  /** Moves a task over the ends of blocks until it stands at a step, waits for its branches, or is done. */
  settle(task: Task): void {
    for (;;) {
      if (task.joining) return;
      const instruction = this.#run.instructionOf(task);
      if (instruction.op === 'step') return;
      if (instruction.op === 'repeat_end') this.#nextRound(task);
      else if (instruction.op === 'scope_end') return this.#nothingFailed(task);
      else if (instruction.op === 'task_end') return this.#branchDone(task);
      else if (instruction.op === 'end') {
        this.#run.status = 'pass';
        return;
      } else return;
    }
  }

  /** Gives a failure to the innermost block that expects one; false when there is none. */
  expectFailure(task: Task, finding: Finding): boolean {
    const owner = this.exclusive;
    if (owner === undefined || !task.isWithin(owner)) return false;
    this.#unwindTo(owner);
    const frame = owner.frames.pop();
    assert(frame !== undefined, 'an expected failure has its block');
    const checkpoint = checkpointOf(frame);
    this.exclusive = checkpoint.exclusive;
    returnTo(this.#run, checkpoint);
    this.#leaveScope(owner, frame, true);
    this.#run.closeSpan(frame.span, 'ok', frame.startMs, { expected: [asJson(finding)] });
    owner.pc = frame.instruction.target + 1;
    owner.phase = 0;
    owner.memo = undefined;
    owner.joining = false;
    owner.wakeAtMs = 0;
    this.settle(owner);
    return true;
  }

  /** Blocks that were entered and not left. */
  get openScopes(): number {
    let open = 0;
    for (const task of this.#run.tasks) for (const frame of task.frames) if (frame.saved !== undefined) open += 1;
    return open;
  }

  isRevocable(task: Task): boolean {
    return this.exclusive !== undefined && task.isWithin(this.exclusive);
  }

  /** Span name of a step: rounds of the surrounding loops are appended, outermost first. */
  spanOf(task: Task, span: string): string {
    let rounds = '';
    for (let at: Task | undefined = task; at !== undefined; at = at.parent) {
      let own = '';
      for (const frame of at.frames) if (frame.instruction.op === 'repeat_start') own += `#${frame.round}`;
      rounds = own + rounds;
    }
    return span + rounds;
  }

  #push(task: Task, instruction: Instruction, saved: Checkpoint | undefined): Frame {
    const frame: Frame = { instruction, span: task.span, startMs: task.stepStartMs, round: 0, openTasks: 0, saved };
    task.frames.push(frame);
    task.spanOpen = false;
    return frame;
  }

  #setRound(instruction: Instruction, round: number): void {
    const { step } = instruction;
    if (step.type === 'repeat' && step.indexKey !== undefined) this.#run.world.kv.set(step.indexKey, String(round));
  }

  #nextRound(task: Task): void {
    const frame = task.frames.at(-1);
    assert(frame !== undefined && frame.instruction.step.type === 'repeat', 'a round belongs to a loop');
    frame.round += 1;
    if (frame.round < frame.instruction.step.times) {
      this.#setRound(frame.instruction, frame.round);
      task.pc = this.#run.instructionOf(task).target + 1;
      return;
    }
    task.frames.pop();
    this.#run.closeSpan(frame.span, 'ok', frame.startMs);
    task.pc += 1;
  }

  #branchDone(task: Task): void {
    const { parent } = task;
    assert(parent !== undefined, 'a branch has a parent');
    this.#drop(task);
    const frame = parent.frames.at(-1);
    assert(frame !== undefined, 'a branch has its fork');
    frame.openTasks -= 1;
    if (frame.openTasks > 0) return;
    parent.frames.pop();
    parent.joining = false;
    this.#run.closeSpan(frame.span, 'ok', frame.startMs);
    parent.pc = frame.instruction.target;
    this.settle(parent);
  }

  #nothingFailed(task: Task): void {
    const frame = task.frames.pop();
    assert(frame !== undefined, 'the end of a block belongs to a block');
    this.exclusive = checkpointOf(frame).exclusive;
    this.#leaveScope(task, frame, false);
    const { kind } = frame.instruction;
    task.pc = this.#run.instructionOf(task).target;
    task.span = frame.span;
    task.spanOpen = true;
    task.stepStartMs = frame.startMs;
    const title = kind === 'assert_rejects' ? 'assert_rejects' : 'assert_throws';
    this.#run.fail(task, failed('assertion', title, `expected one of the nested steps to fail, but all of them passed`));
  }

  #leaveScope(task: Task, frame: Frame, rolledBack: boolean): void {
    this.#run.emit('scope_end', { span: frame.span, rolled_back: rolledBack });
    this.#leaveFiles(rolledBack ? 'undo' : 'release');
    task.phase = 0;
  }

  /** Blocks that end at one step end one after the other: what is asked for already stays asked for. */
  #leaveFiles(end: 'undo' | 'release'): void {
    const run = this.#run;
    if (run.settings.backends.fs !== 'host' || run.outside?.files === undefined) return;
    const earlier = run.request?.kind === 'fs_leave' ? run.request.ends : [];
    run.request = { kind: 'fs_leave', ends: [...earlier, end] };
  }

  /** Closes what was open inside the block, innermost first, and lets its branches vanish. */
  #unwindTo(owner: Task): void {
    for (const task of this.#run.tasks.toReversed()) {
      if (task === owner || !task.isWithin(owner)) continue;
      this.#closeSpansOf(task, 0);
      this.#drop(task);
    }
    const inside = owner.frames.findLastIndex((frame) => frame.saved !== undefined) + 1;
    this.#closeSpansOf(owner, inside);
    owner.frames.length = inside;
  }

  /** A run that ends leaves no span without an end. */
  closeAll(): void {
    for (const task of this.#run.tasks.toReversed()) this.#closeSpansOf(task, 0);
  }

  #closeSpansOf(task: Task, from: number): void {
    if (task.spanOpen) this.#run.closeSpan(task.span, 'error', task.stepStartMs);
    task.spanOpen = false;
    for (const frame of task.frames.slice(from).reverse()) {
      if (frame.saved !== undefined) this.#run.emit('scope_end', { span: frame.span, rolled_back: false });
      this.#run.closeSpan(frame.span, 'error', frame.startMs);
    }
  }

  #drop(task: Task): void {
    this.#run.tasks.splice(this.#run.tasks.indexOf(task), 1);
  }
}

function checkpointOf(frame: Frame): Checkpoint {
  assert(frame.saved !== undefined, 'a block keeps what it returns to');
  // Reason for the cast: only enterScope stores anything here, and it stores a Checkpoint.
  return frame.saved as Checkpoint;
}
