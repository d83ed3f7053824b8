/** A failure at a step becomes a finding: with its place, its details and the identity it keeps while shrinking. */
import type { Instruction } from '../scenario/compile.ts';
import type { Finding } from '../trace/finding.ts';
import { fingerprintOf } from '../trace/fingerprint.ts';
import type { Failure } from './failure.ts';

interface Place {
  readonly file: string;
  readonly projectFile: string;
}

export function findingFor(failure: Failure, place: Place, at: Instruction): Finding {
  return {
    kind: failure.kind,
    title: failure.title,
    message: failure.message,
    fingerprint: fingerprintOf(failure.kind, failure.title, { file: place.projectFile, place: at.origin }),
    location: {
      file: place.file,
      line: at.line,
      col: at.column,
      stepPath: at.pointer,
      ...(failure.details === undefined ? {} : { details: failure.details }),
    },
  };
}

/** A finding about the run as a whole, such as a leak seen at its end. */
export function findingForRun(failure: Failure, place: Place): Finding {
  return {
    kind: failure.kind,
    title: failure.title,
    message: failure.message,
    fingerprint: fingerprintOf(failure.kind, failure.title, { file: place.projectFile, place: '' }),
    location: { file: place.file, ...(failure.details === undefined ? {} : { details: failure.details }) },
  };
}
