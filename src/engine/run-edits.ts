/** What a run goes without, or with less of, beside its decisions: a shrunk run needs no more than this to be made again. */
export interface RunEdits {
  /** Clients that never start; of a distributed scenario the steps of its script, by the pointers they were written at. */
  readonly withoutClients?: ReadonlySet<string> | undefined;
  /** Nodes that are not there: of a simulation never started, of a distributed scenario left out with all that names them. */
  readonly withoutNodes?: ReadonlySet<string> | undefined;
  /** Times that are shorter than they were written, in milliseconds, by the pointers of the parts that hold them. */
  readonly durations?: ReadonlyMap<string, number> | undefined;
  /** Values that are written otherwise than they were, by the pointers of the puts that hold them. */
  readonly values?: ReadonlyMap<string, string> | undefined;
  /** After so many transitions it is given up; a run that was asked for on its own goes on for as long as its scenario allows. */
  readonly transitionsMax?: number | undefined;
  /**
   * Clients come one after another, each when the one before it is done or waits for somebody behind it; of a distributed scenario, steps
   * when all has come of the one before.
   */
  readonly inTurn?: boolean;
  /** Nothing that outlives runs is used, although other runs of the same tier do. */
  readonly withoutSharing?: boolean;
}
