/** Something that may happen next in a schedule: a step of the script, the delivery of a message, the end of a fault. */
import type { Aged } from './age-queue.ts';
import type { ScriptStep } from './program.ts';

export interface Message {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly size: number;
}

/** How a fault ends that does not last for ever. */
export type FaultEnd =
  | { readonly type: 'heal'; readonly fault: string; readonly a: number; readonly b: number }
  | { readonly type: 'restart'; readonly fault: string; readonly node: number };

export type What =
  | { readonly event: 'step'; readonly step: ScriptStep }
  | { readonly event: 'deliver'; readonly message: Message }
  | { readonly event: 'fault'; readonly end: FaultEnd };

export class Happening implements Aged {
  place = -1;
  readonly what: What;
  /** Whose it is, and what, in a few constant words: part of its causal name. */
  readonly where: string;
  readonly label: string;
  /** Since when it could happen. */
  readonly atUs: number;
  /** Its number in the chronicle of the run, if one is kept. */
  readonly cause: number;
  /** Its number among the footprints of the run, if they are kept. */
  readonly mark: number;

  constructor(what: What, where: string, label: string, atUs: number, cause: number, mark: number) {
    this.what = what;
    this.where = where;
    this.label = label;
    this.atUs = atUs;
    this.cause = cause;
    this.mark = mark;
  }
}
