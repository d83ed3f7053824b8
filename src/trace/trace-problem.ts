/** An inconsistent part of a trace; in a list of warnings, something that only strict mode refuses. */
export interface TraceProblem {
  readonly code: string;
  readonly message: string;
}
