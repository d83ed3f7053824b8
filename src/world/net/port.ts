/** Message passing between named nodes: queued, deliverable, in an inbox, or dropped. */
import type { TextMatch } from '../../base/text-match.ts';
import type { Rollback } from '../rollback.ts';

export interface NetMessage {
  /** Counts from 1. */
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly payload: string;
}

export interface NetPort extends Rollback {
  readonly dropRate: number;
  readonly reorder: boolean;
  setDropRate(rate: number): void;
  setReorder(enabled: boolean): void;
  /** Unordered pair. Says how many queued messages are held back from now on that were not before. */
  partition(a: string, b: string): number;
  heal(a: string, b: string): void;
  send(from: string, to: string, payload: string): NetMessage;
  /** Queued messages whose pair is not blocked. */
  deliverableCount(): number;
  /** The index-th deliverable message in queue order. */
  deliverable(index: number): NetMessage;
  /** Takes the message off the queue; with `dropped` it never reaches the inbox. */
  settle(id: number, dropped: boolean): void;
  /** Removes and returns the first fitting message of the inbox. */
  receive(node: string, from: string | undefined, payload: TextMatch): NetMessage | undefined;
  /** For failure messages. */
  inbox(node: string): readonly NetMessage[];
  /** Whether messages between these two are held back now. */
  isBlocked(a: string, b: string): boolean;
}
