/** The processes of this machine as Linux shows them under /proc; other systems have no such table. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** Start time in clock ticks: together with the pid it names one process, even after pids are reused. */
  readonly startTicks: string;
}

export const processTableExists = process.platform === 'linux';

/** Everything alive now. Zombies are left out: they run no code and only wait for their parent. */
export function readProcessTable(): readonly ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const entry of readdirSync('/proc')) {
    const row = /^\d+$/.test(entry) ? readProcess(Number(entry)) : undefined;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** True when the environment a process was started with holds the text. */
export function environmentHolds(pid: number, text: string): boolean {
  return readProcFile(pid, 'environ')?.includes(text) ?? false;
}

/** Resident memory of one process, 0 when it is gone. */
export function readRssBytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(pid, 'status') ?? '')?.[1];
  return kib === undefined ? 0 : Number(kib) * 1024;
}

function readProcess(pid: number): ProcessRow | undefined {
  const stat = readProcFile(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field is the program name in brackets, which may itself hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parentPid, groupId, sessionId] = fields;
  if (state === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, parentPid: Number(parentPid), groupId: Number(groupId), sessionId: Number(sessionId), startTicks: fields[19] ?? '' };
}

/** Undefined when the process is gone or belongs to somebody else. */
function readProcFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
