/** What can be reduced independently: what the run was given, the order it ran in, and what was made to go wrong. */
export const dimensions = ['input', 'schedule', 'faults'] as const;
export type Dimension = (typeof dimensions)[number];
