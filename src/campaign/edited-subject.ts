/** A subject of which something is always left out: what a shrunk recording was made from. */
import type { Execute, RunEdits, Subject } from './subject.ts';

export function editedSubject(subject: Subject, withoutClients: readonly string[]): Subject {
  if (withoutClients.length === 0) return subject;
  const merged = (edits?: RunEdits): RunEdits => ({ withoutClients: new Set([...withoutClients, ...(edits?.withoutClients ?? [])]) });
  const { alone } = subject;
  return {
    session: (body) =>
      subject.session((execute) => {
        const edited: Execute = (decider, sink, edits) => execute(decider, sink, merged(edits));
        return body(edited);
      }),
    ...(alone === undefined ? {} : { alone: (decider, sink, edits) => alone(decider, sink, merged(edits)) }),
    recover: (error) => subject.recover(error),
  };
}
