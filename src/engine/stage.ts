/** The run as its parts see it: time, blocks and step executors speak to this and not to the loop. */
import type { Json, JsonObject } from '../base/json.ts';
import type { TextMatch } from '../base/text-match.ts';
import type { Decider } from '../decide/decider.ts';
import type { Kind } from '../decide/kinds.ts';
import type { Instruction } from '../scenario/compile.ts';
import type { Match, Text } from '../scenario/text.ts';
import type { Status } from '../trace/summary.ts';
import type { EventFields } from './event-sink.ts';
import type { Failure } from './failure.ts';
import type { FaultBook } from './fault-book.ts';
import type { HostReply, HostRequest } from './host-request.ts';
import type { RunSettings } from './settings.ts';
import type { Task } from './task.ts';
import type { Outside, World } from './world.ts';

export interface StageTime {
  readonly nowMs: number;
  frozen: boolean;
  pass(ms: number): void;
  set(ms: number): void;
  /** Ends the run at its deadline. */
  strike(task: Task): void;
}

export interface StageBlocks {
  enterScope(task: Task, instruction: Instruction): void;
  enterRepeat(task: Task, instruction: Instruction): void;
  enterFork(task: Task, instruction: Instruction): void;
  /** Whether effects of this task may be rolled back. */
  isRevocable(task: Task): boolean;
}

export interface Stage {
  readonly settings: RunSettings;
  readonly decider: Decider;
  readonly world: World;
  readonly outside: Outside | undefined;
  readonly faults: FaultBook;
  readonly time: StageTime;
  readonly blocks: StageBlocks;
  readonly tasks: Task[];
  /** True when events are collected; building one for nobody is a waste. */
  readonly observed: boolean;
  /** True once a rule was declared whose conditions look at a secret header. */
  matchesSecrets: boolean;
  status: Status | undefined;
  request: HostRequest | undefined;
  /** The last answer of the outside, for the step that asked. */
  reply: HostReply | undefined;
  hostPeakRssBytes: number;
  instructionOf(task: Task): Instruction;
  ask(task: Task, request: HostRequest): 'host';
  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined;
  text(text: Text): string;
  match(match: Match): TextMatch;
  json(value: Json): Json;
  emit(name: string, fields: EventFields): void;
  emitUser(name: string, fields: EventFields): void;
  closeSpan(span: string, status: 'ok' | 'error', startMs: number, details?: JsonObject): void;
  fail(task: Task, failure: Failure): void;
  end(task: Task, failure: Failure): void;
}
