/** What a search needs to know about its subject, and what a trace has to say about it: simulations and distributed scenarios alike. */
import type { JsonObject } from '../../base/json.ts';
import type { MinimisedParts } from '../../campaign/shrink/minimised.ts';
import type { Explored } from '../../campaign/explore/explore.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TraceBody } from '../../store/finalise.ts';
import type { SearchBound } from '../../trace/certificate.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Isolation, RunSummary } from '../../trace/summary.ts';
import type { SubjectOrder } from './worker-protocol.ts';

/** The parts of a trace that its decisions mean something with. */
export type TraceParts = Pick<TraceBody, 'scenario' | 'simulation' | 'explore' | 'fuzz'>;

export interface Explorable {
  readonly name: string;
  readonly subject: Subject;
  /** As the user named it, and as identity knows it. */
  readonly file: string;
  readonly projectFile: string;
  /** How far runs are kept apart by now, and why further than at first. */
  readonly isolation: { readonly tier: Isolation; readonly reason: string | undefined };
  /** How another process opens it; absent where none could. */
  readonly order?: SubjectOrder | undefined;
  /** Asserts and invariants that were judged at least once, where somebody asks. */
  readonly evaluated?: Set<string>;
  /** The findings of a run with the places of the user's files. */
  placed(findings: readonly Finding[]): readonly Finding[];
  /** A stack of running code with the places of the user's files. */
  mapStack(stack: string): string;
  /** What a search that found no failure has to warn about. */
  warnings(explored: Explored): readonly Finding[];
  /** After at least one run: only then is it known which files there are. `shrunk` is what the run went without. */
  traceParts(shrunk?: MinimisedParts): TraceParts;
  /** Of code that belongs to a scenario: which of its blocks ran in the schedules made here. */
  coverage?(isFailure: boolean): JsonObject | undefined;
  /** Called when much of the code has run: the next process that loads it starts sooner. */
  keepCode?(): void;
  /** Digest of the file of a scenario as it is written: what is explored, and what a trace holds, may have other nodes or faults. */
  readonly written?: string;
  /** What a search of everything is complete up to. */
  readonly bound: SearchBound;
  /** Its own part of a summary; `allowed` counts the findings that were switched off. */
  section(outcome: Outcome, allowed: Readonly<Record<string, number>>): Pick<RunSummary, 'simulation'>;
}
