/**
 * The real files of the working directory. Besides reading and writing through the sandbox it knows
 * which files the scenario touched and what they were, because snapshots and `assert_throws` return
 * exactly those and leave every other file alone.
 */
import { compareText } from '../../base/compare.ts';
import { FozzyError } from '../../base/problem.ts';
import { Deadline, interruptedAnswer } from '../host/deadline.ts';
import type { CallLimits, HostAnswer } from '../host/port.ts';
import { FileFailure, fileErrorOf } from './file-failure.ts';
import { namedPath } from './location.ts';
import type { HostFileRead, HostFilesPort, HostFileWritten, HostSnapshot } from './port.ts';
import type { FileState, Location } from './sandbox.ts';
import { asPathFailure, Sandbox } from './sandbox.ts';

type States = Map<Location, FileState>;

interface Mark {
  readonly before: States;
  readonly touched: ReadonlySet<Location>;
  readonly snapshots: ReadonlyMap<string, States>;
}

export function hostFiles(options: { readonly root: string }): HostFilesPort {
  return new HostFiles(new Sandbox(options.root));
}

class HostFiles implements HostFilesPort {
  readonly #sandbox: Sandbox;
  readonly #marks: Mark[] = [];
  #touched = new Set<Location>();
  #snapshots = new Map<string, States>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async write(path: string, data: string, limits: CallLimits): Promise<HostAnswer<HostFileWritten>> {
    return this.#answer(limits, `cannot write "${path}"`, async () => {
      const named = namedPath(path);
      const bytes = Buffer.from(data, 'utf8');
      if (bytes.length > limits.bytesMax) throw overLimit(limits.bytesMax);
      await this.#sandbox.at(named, async (location) => {
        await this.#remember(location, limits.bytesMax);
        await this.#sandbox.store(location, bytes, undefined);
      });
      return { path: named, sizeBytes: bytes.length };
    });
  }

  async read(path: string, limits: CallLimits): Promise<HostAnswer<HostFileRead>> {
    return this.#answer(limits, `cannot read "${path}"`, async () => {
      const named = namedPath(path);
      const state = await this.#sandbox.at(named, async (location) => {
        const found = await this.#sandbox.load(location, limits.bytesMax);
        this.#touched.add(location);
        return found;
      });
      const dataHex = state.kind === 'file' ? state.bytes.toString('hex') : '';
      return { exists: state.kind === 'file', dataHex, path: named };
    });
  }

  async snapshot(name: string, limits: CallLimits): Promise<HostAnswer<HostSnapshot>> {
    return this.#answer(limits, `cannot take snapshot "${name}"`, async () => {
      const states: States = new Map();
      for (const location of this.#touched) states.set(location, await this.#sandbox.load(location, limits.bytesMax));
      this.#snapshots.set(name, states);
      return { entries: sortedKeys(states) };
    });
  }

  async restore(name: string, limits: CallLimits): Promise<HostAnswer<HostSnapshot>> {
    return this.#answer(limits, `cannot restore snapshot "${name}"`, async () => {
      const states = this.#snapshots.get(name);
      if (states === undefined) throw missingSnapshot(this.#snapshots);
      for (const [location, state] of states) {
        await this.#remember(location, limits.bytesMax);
        await this.#put(location, state);
      }
      return { entries: sortedKeys(states) };
    });
  }

  async mark(): Promise<void> {
    await this.#inTurn(async () => {
      this.#marks.push({ before: new Map(), touched: new Set(this.#touched), snapshots: new Map(this.#snapshots) });
    });
  }

  async undo(): Promise<void> {
    await this.#inTurn(async () => {
      const mark = this.#marks.pop();
      if (mark === undefined) return;
      this.#touched = new Set(mark.touched);
      this.#snapshots = new Map(mark.snapshots);
      const lost: string[] = [];
      for (const [location, state] of [...mark.before].reverse()) {
        await this.#put(location, state).catch((thrown: unknown) => lost.push(fileErrorOf(asPathFailure(thrown), location).message));
      }
      if (lost.length > 0) throw new FozzyError('io', `files could not be put back after a rollback: ${lost.join('; ')}`);
    });
  }

  release(): void {
    this.#marks.pop();
  }

  /** Keeps what is there now for everyone who may want it back: open marks, and snapshots taken before the file was touched. */
  async #remember(location: Location, bytesMax: number): Promise<void> {
    const wanting = [...this.#marks.map((mark) => mark.before), ...this.#snapshots.values()].filter((states) => !states.has(location));
    if (wanting.length > 0) {
      const state = await this.#sandbox.load(location, bytesMax);
      for (const states of wanting) states.set(location, state);
    }
    this.#touched.add(location);
  }

  async #put(location: Location, state: FileState): Promise<void> {
    if (state.kind === 'absent') await this.#sandbox.remove(location);
    else await this.#sandbox.store(location, state.bytes, state.mode);
  }

  async #answer<T>(limits: CallLimits, doing: string, act: () => Promise<T>): Promise<HostAnswer<T>> {
    const deadline = new Deadline(limits);
    if (deadline.struck !== undefined) return interruptedAnswer<T>(deadline.struck, {}, 0);
    const acting = this.#inTurn(async (): Promise<HostAnswer<T> | undefined> => {
      // Its turn may come when nobody waits for the answer any more: then nothing must happen.
      if (deadline.struck !== undefined) return undefined;
      try {
        return { kind: 'ok', value: await act(), durationMs: deadline.durationMs() };
      } catch (thrown) {
        return { kind: 'failed', error: fileErrorOf(asPathFailure(thrown), doing), durationMs: deadline.durationMs() };
      }
    });
    try {
      const ending = await Promise.race([acting, deadline.strike]);
      if (typeof ending === 'object') return ending;
      return interruptedAnswer<T>(ending ?? 'cancelled', {}, deadline.durationMs());
    } finally {
      deadline.end();
    }
  }

  /** A system call cannot be called back. If the deadline passes during one, the next operation waits for it, so that they never mix. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act, act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** What could not be read back must not be written. */
function overLimit(bytesMax: number): FileFailure {
  return new FileFailure({ class: 'limit', message: `file exceeded limit of ${bytesMax} bytes` });
}

function missingSnapshot(known: ReadonlyMap<string, unknown>): FileFailure {
  const names = known.size === 0 ? 'there is none yet' : `known: ${[...known.keys()].join(', ')}`;
  return new FileFailure({ class: 'missing_snapshot', message: `no snapshot has this name (${names})` });
}

function sortedKeys(states: States): string[] {
  return [...states.keys()].sort(compareText);
}
