/** The ways a run can be told, by name: apart from what they do, so that whoever only lists them loads nothing. */
export const reporterNames = ['pretty', 'json', 'junit', 'html', 'github', 'sarif', 'ndjson', 'agent'] as const;
export type ReporterName = (typeof reporterNames)[number];
