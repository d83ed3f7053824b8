/** Collects what is wrong with the subject in one run. The first finding that is no warning ends the run; what the scenario switched off is only counted. */
import type { JsonObject } from '../../base/json.ts';
import type { Finding } from '../../trace/finding.ts';
import { isWarning } from '../../trace/finding-codes.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import type { Status } from '../../trace/summary.ts';
import type { Report } from '../kernel.ts';

export class Verdict {
  readonly findings: Finding[] = [];
  /** Asked several times in every transition, so it is kept rather than looked up. */
  hasFailed = false;
  /** How often each switched-off finding would have been one. */
  readonly allowed = new Map<string, number>();
  readonly #file: string;
  readonly #projectFile: string;

  readonly #failed: (report: Report) => void;

  /** `failed` is told of the report that ends the run. */
  constructor(file: string, projectFile: string, allowed: readonly string[], failed: (report: Report) => void = () => undefined) {
    this.#file = file;
    this.#projectFile = projectFile;
    this.#failed = failed;
    for (const title of allowed) this.allow(title);
  }

  allow(title: string): void {
    if (!this.allowed.has(title)) this.allowed.set(title, 0);
  }

  report(report: Report): void {
    const allowed = this.allowed.get(report.title);
    if (allowed !== undefined) {
      this.allowed.set(report.title, allowed + 1);
      return;
    }
    // What follows from the first failure (an exit code after an uncaught error, say) is no news.
    if (this.hasFailed) return;
    const { kind, title, message, place = '', stack, details, declared } = report;
    this.hasFailed = !isWarning(title);
    if (this.hasFailed) this.#failed(report);
    const told: JsonObject = {
      ...details,
      ...(stack === undefined ? {} : { stack }),
      ...(declared?.stack === undefined ? {} : { declared: declared.stack }),
    };
    this.findings.push({
      kind,
      title,
      message,
      fingerprint: fingerprintOf(kind, title, { file: this.#projectFile, place }),
      location: { file: this.#file, ...(Object.keys(told).length === 0 ? {} : { details: told }) },
    });
  }

  get status(): Status {
    const first = this.findings.find(({ title }) => !isWarning(title));
    if (first === undefined) return 'pass';
    if (first.kind === 'hang') return 'timeout';
    return first.kind === 'target_behavior' || first.kind === 'panic' ? 'crash' : 'fail';
  }
}
