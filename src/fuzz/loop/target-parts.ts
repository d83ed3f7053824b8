/** A target as the loop sees it: how to call it, which errors are part of its contract, and what must hold for every input. */
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { TargetFunction } from '../target/load-target.ts';

/** Something that must hold for the result of every input; undefined when it does. */
export type Law = (input: readonly unknown[], result: unknown) => RawFinding | undefined | Promise<RawFinding | undefined>;

export interface TargetParts {
  readonly call: TargetFunction;
  /** The same code with its comparisons watched. */
  readonly watched: TargetFunction | undefined;
  /** Errors the target is allowed to throw. */
  readonly isExpected: (error: unknown) => boolean;
  /** Returning false, or throwing, breaks the property the target stands for. */
  readonly isProperty: boolean;
  readonly laws: readonly Law[];
  /** A stack with the user's lines. */
  readonly mapStack: (stack: string) => string;
  /** Nothing in it can tell whether an error has a stack. */
  readonly ignoresStacks?: boolean;
  /** The texts of the program, which messages are made of. */
  readonly literals?: () => readonly string[];
  /** Whether the program has a variable or property of that name which it assigns to. */
  readonly isAssigned?: (name: string) => boolean;
  /** Where a call is stuck, told as what makes it the same failure; from a stack as the engine tells it. */
  readonly stuckAt?: (stack: string) => readonly string[];
  /** Absolute; frames below it are the project's. */
  readonly root: string;
  /** Of an error that says by itself what was found. */
  readonly toldBy?: (error: unknown) => RawFinding | undefined;
  /** As told in messages. */
  readonly told: string;
}
