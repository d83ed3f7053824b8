/** What went wrong in one step of a found run, as far as real Node can be given the same: connections, processes, calls on files. */
import type { TraceEvent } from '../trace/event.ts';

/** A call on a file that failed although nothing was wrong with it. */
export interface FoundError {
  /** `writeFile`, `fsync` … */
  readonly operation: string;
  /** The how-manieth call of this name that was over in the step. */
  readonly nth: number;
  /** What of it failed: a file is opened before it is read or written, and written before it is synced. */
  readonly site: FileSite;
  readonly code: string;
}

export type FileSite = 'read' | 'write' | 'sync';

export interface FoundFaults {
  /** Machines whose connection with this one is reset in its course. */
  readonly resets: readonly string[];
  /** Machines that refuse a connection in its course although they listen. */
  readonly refusals: readonly string[];
  /** Machines whose process is killed right after it. */
  readonly crashes: readonly string[];
  readonly errors: readonly FoundError[];
}

/** Faults that come down to an error of a single call. What a failed sync forgets, only a power loss would show. */
const ERRORS_OF_FILES: ReadonlySet<string> = new Set(['disk-io-error', 'disk-full', 'disk-sync-failure']);

const SITES: Readonly<Record<string, FileSite>> = { 'disk.read': 'read', 'disk.write': 'write', 'disk.sync': 'sync' };

export function faultsIn(events: readonly TraceEvent[]): FoundFaults {
  return {
    resets: events.filter((event) => isFault(event, 'reset')).flatMap(({ fields }) => textOf(fields['peer'])),
    refusals: events.filter((event) => isFault(event, 'refuse')).flatMap(({ fields }) => textOf(fields['peer'])),
    crashes: events.filter(({ name }) => name === 'crash').flatMap(({ fields }) => textOf(fields['target'])),
    errors: errorsIn(events),
  };
}

export function isFault({ name, fields }: TraceEvent, type?: string): boolean {
  return name === 'fault' && (type === undefined || fields['type'] === type);
}

/** A fault strikes in the course of a call, and the call is told of when it is over. */
function errorsIn(events: readonly TraceEvent[]): readonly FoundError[] {
  const errors: FoundError[] = [];
  const counts = new Map<string, number>();
  let site: FileSite | undefined;
  for (const event of events) {
    const { fields } = event;
    const [type = '', place = ''] = [fields['type'], fields['site']].flatMap(textOf);
    if (isFault(event) && ERRORS_OF_FILES.has(type)) site = SITES[place];
    if (event.name !== 'fs') continue;
    const [operation = ''] = textOf(fields['op']);
    const nth = counts.get(operation) ?? 0;
    counts.set(operation, nth + 1);
    const [code] = textOf(fields['result']);
    if (site !== undefined && code !== undefined) errors.push({ operation, nth, site, code });
    site = undefined;
  }
  return errors;
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
