/** What a property throws: the smallest input that fails, as source; what went wrong with it; and how to see it again. */
import { framesOf } from './failure-identity.ts';

export interface PropertyReport {
  /** Source text of the arguments. */
  readonly args: string;
  /** The arguments themselves, drawn anew. */
  readonly values: readonly unknown[];
  readonly error: unknown;
  readonly runs: number;
  readonly seed: string;
  /** Simpler inputs that were tried on the way to this one; 0 where it was the simplest from the start. */
  readonly shrinks: number;
  /** Undefined for an example, which needs none. */
  readonly replay: string | undefined;
  readonly isMinimal: boolean;
}

export class PropertyFailed extends Error {
  override readonly name = 'PropertyFailed';
  /** Not listed among the properties, so that whoever prints the error does not print everything twice. */
  declare readonly report: PropertyReport;

  constructor(report: PropertyReport) {
    super(textOf(report), { cause: report.error });
    Object.defineProperty(this, 'report', { value: report });
    // The place worth looking at is where the property failed, not where that was noticed.
    if (report.error instanceof Error) this.stack = [`${this.name}: ${this.message}`, ...framesOf(report.error)].join('\n');
  }
}

function textOf(report: PropertyReport): string {
  const { runs, shrinks } = report;
  const where = report.replay === undefined ? 'property failed on an example' : `property failed after ${count(runs, 'run')}`;
  const how = shrinks === 0 ? '' : `, shrunk in ${shrinks} tries${report.isMinimal ? '' : ', which was all there was time for'}`;
  return [
    `${where} (seed ${report.seed})${how}`,
    '',
    ...`(${report.args})`.split('\n').map((line) => `  ${line}`),
    '',
    ...messageOf(report.error)
      .split('\n')
      .map((line) => `  ${line}`),
    ...(report.replay === undefined ? [] : ['', `  this input again   property(…, { replay: '${report.replay}' })`]),
    ...(report.replay === undefined ? [] : [`  the whole search   FOZZY_SEED=${report.seed}`]),
  ].join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
}
