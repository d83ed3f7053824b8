/** What is wrong with a schedule. The first finding ends it; what follows from it is no news. */
import type { Finding } from '../../trace/finding.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import type { Status } from '../../trace/summary.ts';
import type { Failure } from '../failure.ts';
import type { ClusterFailure } from './cluster.ts';
import type { DistributedProgram, Part } from './program.ts';

export class DistributedVerdict {
  readonly findings: Finding[] = [];
  readonly #program: Pick<DistributedProgram, 'file' | 'projectFile'>;

  constructor(program: Pick<DistributedProgram, 'file' | 'projectFile'>) {
    this.#program = program;
  }

  get hasFailed(): boolean {
    return this.findings.length > 0;
  }

  /** Ended by something that is no part of the recording. */
  get isCutOff(): boolean {
    const title = this.findings[0]?.title;
    return title === 'until' || title === 'memory_growth';
  }

  get status(): Status {
    const [first] = this.findings;
    if (first === undefined) return 'pass';
    if (first.kind === 'hang') return 'timeout';
    return first.kind === 'panic' || first.kind === 'target_behavior' ? 'crash' : 'fail';
  }

  /** Of code: its place is a function, wherever it stands in its file. */
  report({ kind, title, message, details, place }: ClusterFailure): void {
    if (this.hasFailed) return;
    const { file, projectFile } = this.#program;
    const fingerprint = fingerprintOf(kind, title, { file: projectFile, place });
    this.findings.push({ kind, title, message, fingerprint, location: { file, ...(details === undefined ? {} : { details }) } });
  }

  /** Of the scenario: its place is the part that was written there. */
  reportAt({ pointer, origin, line, column }: Part, { kind, title, message, details }: Failure): void {
    if (this.hasFailed) return;
    const { file, projectFile } = this.#program;
    const fingerprint = fingerprintOf(kind, title, { file: projectFile, place: origin });
    const told = details === undefined ? {} : { details };
    this.findings.push({ kind, title, message, fingerprint, location: { file, line, col: column, stepPath: pointer, ...told } });
  }

  stoppedAt(untilMs: number): void {
    this.report({ kind: 'hang', title: 'until', message: `the replay was stopped at ${untilMs} ms of virtual time`, place: 'until' });
  }
}
