/** A limit the command line sets on the virtual time of a run, and what it means when it is reached. */

export interface Deadline {
  readonly ms: number;
  /** 'timeout' is the limit the run was given; 'until' is where a replay was told to stop. */
  readonly title: 'timeout' | 'until';
}
