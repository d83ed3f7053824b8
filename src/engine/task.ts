/** One sequence of steps: the main one, or a branch of `parallel`. Hot and mutable; owned by the run. */
import type { Instruction } from '../scenario/compile.ts';

/** An open composite step of a task. */
export interface Frame {
  readonly instruction: Instruction;
  readonly span: string;
  readonly startMs: number;
  /** repeat: current round. */
  round: number;
  /** fork: branches not yet finished. */
  openTasks: number;
  /** scope: what to return to. */
  readonly saved: unknown;
}

export class Task {
  readonly id: string;
  /** Its number in the log. */
  readonly number: number;
  readonly parent: Task | undefined;
  readonly frames: Frame[] = [];
  pc: number;
  /** 0 = the step has not started; a waiting step comes back with a higher phase. */
  phase = 0;
  /** What the step under way keeps between phases. */
  memo: unknown = undefined;
  /** Virtual time at which the task goes on; 0 = at once. */
  wakeAtMs = 0;
  waitingFor = '';
  /** Waits for its branches. */
  joining = false;
  stepStartMs = 0;
  span = '';
  /** The step under way has started and not ended; an entered block hands its span over to its frame. */
  spanOpen = false;

  constructor(id: string, number: number, pc: number, parent: Task | undefined) {
    this.id = id;
    this.number = number;
    this.pc = pc;
    this.parent = parent;
  }

  /** While a block that may be rolled back is open, only its own tasks run: others must not lose their effects with it. */
  mayRun(exclusive: Task | undefined): boolean {
    return exclusive === undefined || this.isWithin(exclusive);
  }

  isWithin(ancestor: Task): boolean {
    return this === ancestor || (this.parent?.isWithin(ancestor) ?? false);
  }
}
