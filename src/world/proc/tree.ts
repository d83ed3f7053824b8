/**
 * A started process and everything that came from it. On Linux a member is found by its session, by
 * its parents, or by a mark in the environment it was started with, so that neither a new session nor
 * an early death of the parents hides it. Elsewhere the tree is the process group.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessRow } from './process-table.ts';
import { environmentHolds, processTableExists, readProcessTable } from './process-table.ts';

/** What a process gets between being asked to end and being killed. */
const graceMs = 500;
/** A killed process is gone in no time unless the kernel itself is stuck in it; nobody waits longer for that. */
const killedMs = 2000;
const pollMs = 10;
/** Each round finds what was forked while the round before was killing. */
const killRoundsMax = 16;

type EndSignal = 'SIGTERM' | 'SIGKILL';

export class ProcessTree {
  readonly #mark: string;
  #rootPid: number | undefined;
  #rootIsReaped = false;
  readonly #members = new Set<string>();
  readonly #strangers = new Set<string>();

  /** Without a root only marked processes and their children belong to the tree. */
  constructor(mark: string, rootPid: number | undefined) {
    this.#mark = mark;
    this.#rootPid = rootPid;
  }

  /** Live members, on Linux; empty elsewhere. */
  members(): readonly ProcessRow[] {
    if (!processTableExists) return [];
    const table = readProcessTable();
    if (this.#rootIsReaped && table.some((row) => row.pid === this.#rootPid)) this.#rootPid = undefined;
    const found = new Map<number, ProcessRow>();
    for (const row of table) if (this.#isMember(row)) found.set(row.pid, row);
    addDescendants(found, table);
    for (const row of found.values()) this.#members.add(identity(row));
    return [...found.values()];
  }

  /** Asks the tree to end, gives it the grace period, then kills what is left. Resolves once nothing is left. */
  async end(): Promise<void> {
    if (await this.#endWith('SIGTERM', graceMs)) return;
    await this.#endWith('SIGKILL', killedMs);
  }

  /** Kills without an event loop: for the exit of this process. */
  killNow(): void {
    const signalled = new Set<string>();
    for (let round = 0; round < killRoundsMax; round += 1) {
      if (!this.#signalNew('SIGKILL', signalled)) return;
    }
  }

  /**
   * To be called when the root was reaped. The system gives a pid out again only once no session of that
   * number has members, so a process that then bears it is somebody else and the old session is empty.
   */
  rootIsGone(): void {
    this.#rootIsReaped = true;
  }

  async #endWith(signal: EndSignal, withinMs: number): Promise<boolean> {
    const signalled = new Set<string>();
    const startedMs = performance.now();
    this.#signalNew(signal, signalled);
    while (this.#isAlive()) {
      if (performance.now() - startedMs >= withinMs) return false;
      await sleep(pollMs);
      this.#signalNew(signal, signalled);
    }
    return true;
  }

  /** Each process gets a signal once: to many programs a second SIGTERM means "do not clean up". */
  #signalNew(signal: EndSignal, signalled: Set<string>): boolean {
    if (!processTableExists) return this.#signalGroupOnce(signal, signalled);
    const fresh = this.members().filter((row) => !signalled.has(identity(row)));
    for (const row of fresh) {
      signalled.add(identity(row));
      trySignal(row.pid, signal);
    }
    return fresh.length > 0;
  }

  #signalGroupOnce(signal: EndSignal, signalled: Set<string>): boolean {
    if (this.#rootPid === undefined || signalled.size > 0) return false;
    signalled.add(signal);
    return trySignal(groupOf(this.#rootPid), signal);
  }

  #isAlive(): boolean {
    if (processTableExists) return this.members().length > 0;
    return this.#rootPid !== undefined && trySignal(groupOf(this.#rootPid), 0);
  }

  /** Who once was a stranger stays one: a mark is only ever inherited. */
  #isMember(row: ProcessRow): boolean {
    const id = identity(row);
    if (this.#members.has(id)) return true;
    if (row.pid === process.pid || this.#strangers.has(id)) return false;
    if (row.pid === this.#rootPid || row.sessionId === this.#rootPid) return true;
    if (environmentHolds(row.pid, this.#mark)) return true;
    this.#strangers.add(id);
    return false;
  }
}

function identity(row: ProcessRow): string {
  return `${row.pid}@${row.startTicks}`;
}

/** Children whose environment was wiped are still children. */
function addDescendants(found: Map<number, ProcessRow>, table: readonly ProcessRow[]): void {
  let grew = found.size > 0;
  while (grew) {
    const before = found.size;
    for (const row of table) if (found.has(row.parentPid)) found.set(row.pid, row);
    grew = found.size > before;
  }
}

/** Windows has no groups that a signal could reach. */
function groupOf(pid: number): number {
  return process.platform === 'win32' ? pid : -pid;
}

/** False when there was nobody to receive it. */
function trySignal(target: number, signal: EndSignal | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}
