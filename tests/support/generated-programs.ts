/**
 * Small distributed programs made from a seed, for laws about search: every node is a list of timers, immediates, file operations,
 * messages and choices, and keeps a log in which every order of its own callbacks looks different. Nodes share nothing but the network.
 */
import { Xoshiro128 } from '../../src/base/xoshiro128.ts';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { addressOf } from '../../src/world/wire/addresses.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import type { FaultSpec } from '../../src/sim/fault/fault.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { processOf } from '../../src/sim/process/sim-process.ts';
import type { Program } from '../../src/sim/run/execute.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';

export interface Action {
  readonly does: 'timer' | 'immediate' | 'write' | 'read' | 'send' | 'stream' | 'ask' | 'clock' | 'choose' | 'fail' | 'cancel' | 'exit';
  readonly tag: string;
  /** Delay in milliseconds, which file, or which timer. */
  readonly number: number;
  /** The machine a message goes to. */
  readonly to: number;
  readonly next: readonly Action[];
}

export interface GeneratedProgram {
  readonly nodes: readonly (readonly Action[])[];
  readonly faults?: readonly FaultSpec[];
  readonly latenessMs?: number;
  /** Something is checked after every transition. */
  readonly isWatched?: boolean;
  /** Nodes are started one after the other, and act later, all at the same time: nothing is open before that. */
  readonly isStaged?: boolean;
  /** Nobody stays only because a message might come. */
  readonly isAloof?: boolean;
}

/** A search of everything takes its time on a busy machine. */
const LIMIT_MS = 100_000;

type Does = Action['does'];
const LATER: readonly Does[] = ['timer', 'timer', 'immediate', 'write', 'read', 'send', 'send', 'stream'];
const ENDS: readonly Does[] = ['clock', 'choose', 'fail', 'timer', 'send'];

/** The last three only make sense in the course of something else. */
const STAGED: readonly Does[] = ['timer', 'immediate', 'write', 'read', 'send', 'send', 'stream', 'timer', 'clock', 'choose', 'fail'];
/** When nodes of a staged program begin, and how far apart they are started. */
const STAGE_MS = 1000;
const APART_MS = 50;

export function generateProgram(seed: number, nodeCount = 2 + (seed % 2), ends = ENDS): GeneratedProgram {
  const random = new Xoshiro128({ hi: 7, lo: seed });
  const below = (n: number) => random.nextBelow(n);
  let tags = 0;
  const action = (depth: number): Action => {
    const choices = depth === 0 ? LATER : ends;
    tags += 1;
    const children = depth === 0 && below(2) === 0 ? 1 : 0;
    return {
      does: choices[below(choices.length)] ?? 'timer',
      tag: `t${tags}`,
      number: below(3),
      to: below(nodeCount),
      next: Array.from({ length: children }, () => action(depth + 1)),
    };
  };
  return { nodes: Array.from({ length: nodeCount }, () => Array.from({ length: nodeCount > 2 ? 1 : 1 + below(2) }, () => action(0))) };
}

/** Nodes that do several things at once, with little to choose from before that. */
export function generateStaged(seed: number): GeneratedProgram {
  const random = new Xoshiro128({ hi: 11, lo: seed });
  const below = (n: number) => random.nextBelow(n);
  const nodeCount = 2 + below(2);
  let tags = 0;
  const action = (depth: number): Action => {
    tags += 1;
    return {
      does: STAGED[below(depth === 0 ? STAGED.length - 3 : STAGED.length)] ?? 'timer',
      tag: `t${tags}`,
      number: below(3),
      to: below(nodeCount),
      next: Array.from({ length: depth < 1 && below(3) > 0 ? 1 : 0 }, () => action(depth + 1)),
    };
  };
  const nodes = Array.from({ length: nodeCount }, () => Array.from({ length: nodeCount > 2 ? 1 : 1 + below(2) }, () => action(0)));
  return { nodes, isStaged: true, latenessMs: below(3) };
}

/** What one node has seen. */
class Seen {
  readonly log: string[] = [];
  #state = 1;

  note(text: string): void {
    for (const character of text) this.#state = (this.#state * 31 + character.charCodeAt(0)) % 10_007;
    this.log.push(`${text}:${this.#state}`);
  }

  get isOdd(): boolean {
    return this.#state % 2 === 1;
  }
}

interface Socket {
  bind(port: number): void;
  send(text: string, port: number, host: string): void;
  on(event: string, listener: (data: unknown) => void): void;
  end(text?: string): void;
  unref(): void;
}

/** The parts of the simulated modules that the programs use. */
interface Builtins {
  readonly dgram: { createSocket(type: string): Socket };
  readonly net: {
    connect(port: number, host: string): Socket;
    createServer(listener: (socket: Socket) => void): { listen(port: number): void };
  };
  readonly http: {
    createServer(listener: (request: unknown, response: { end(text: string): void }) => void): { listen(port: number): void };
  };
  readonly fs: {
    writeFile(path: string, text: string, done: (error: unknown) => void): void;
    readFile(path: string, encoding: string, done: (error: unknown, text: unknown) => void): void;
  };
}

// Reason for the casts: these are the simulated modules of the same name, of which the programs use what is declared above.
const builtins = (): Builtins => ({
  dgram: builtinModule('dgram') as Builtins['dgram'],
  net: builtinModule('net') as Builtins['net'],
  http: builtinModule('http') as Builtins['http'],
  fs: builtinModule('fs') as Builtins['fs'],
});

function uses(program: GeneratedProgram, does: Does, to: number): boolean {
  const find = (actions: readonly Action[]): boolean => actions.some((each) => (each.does === does && each.to === to) || find(each.next));
  return program.nodes.some(find);
}

function run(machine: Machine, program: GeneratedProgram, index: number, seen: Seen): void {
  const { dgram, net, http, fs } = builtins();
  const socket = dgram.createSocket('udp4');
  socket.on('message', (data) => seen.note(`got ${String(data)}`));
  const isBound = uses(program, 'send', index);
  if (isBound) socket.bind(1000);
  if (!isBound || program.isAloof === true) socket.unref();
  if (uses(program, 'stream', index)) {
    const server = net.createServer((stream) => {
      stream.on('data', (data) => seen.note(`read ${String(data)}`));
      stream.on('error', () => seen.note('server error'));
      stream.end('hello');
    });
    server.listen(2000);
  }
  if (uses(program, 'ask', index)) {
    const server = http.createServer((_request, response) => {
      seen.note('asked');
      fs.readFile('/f0', 'utf8', (_error, text) => response.end(String(text)));
    });
    server.listen(3000);
  }
  /** A name takes a look-up, which is one more thing that may happen at any time. */
  const hostOf = (to: number) => (program.isStaged === true ? addressOf(1 + to) : `m${to}`);
  const timers: ReturnType<typeof setTimeout>[] = [];
  const perform = (action: Action) => {
    const go = (text = '') => {
      seen.note(`${action.tag}${text}`);
      action.next.forEach(perform);
    };
    switch (action.does) {
      case 'timer':
        timers.push(setTimeout(go, action.number));
        break;
      case 'cancel':
        clearTimeout(timers[action.number]);
        go();
        break;
      case 'exit':
        go();
        processOf(machine).exit(0);
        break;
      case 'immediate':
        setImmediate(go);
        break;
      case 'write':
        fs.writeFile(`/f${action.number}`, action.tag, () => go());
        break;
      case 'read':
        fs.readFile(`/f${action.number}`, 'utf8', (_error, text) => go(` ${String(text)}`));
        break;
      case 'send':
        socket.send(action.tag, 1000, hostOf(action.to));
        if (program.isStaged === true) go();
        break;
      case 'stream': {
        const stream = net.connect(2000, hostOf(action.to));
        stream.on('data', (data) => go(` ${String(data)}`));
        stream.on('error', () => go(' error'));
        stream.end(action.tag);
        break;
      }
      case 'ask':
        fetch(`http://m${action.to}:3000/`)
          .then((response) => response.text())
          .then(
            (text) => go(` ${text}`),
            () => go(' refused'),
          );
        break;
      case 'clock':
        go(` ${Date.now()}`);
        break;
      case 'choose':
        go(` ${machine.kernel.choose('coin', 2)}`);
        break;
      case 'fail':
        if (seen.isOdd) throw new Error(`odd at ${action.tag}`);
        go();
    }
  };
  const begin = () => program.nodes[index]?.forEach(perform);
  if (program.isStaged === true) setTimeout(begin, STAGE_MS - Math.floor(performance.now()) - APART_MS * index);
  else begin();
}

/** How one run ended: what every node has seen, and what was found. */
export interface Ending {
  readonly outcome: Outcome;
  readonly text: string;
}

/** Makes runs until the caller says that there are enough. */
export function runGenerated(
  program: GeneratedProgram,
  next: () => DecisionSource | undefined,
  ended: (ending: Ending) => void,
): Promise<void> {
  let seen: Seen[] = [];
  /** What a check that sees every transition saw, one after the other. */
  let watched: string[] = [];
  const subject: Program = {
    file: 'x.fozzy.ts',
    projectFile: 'x.fozzy.ts',
    options: { latenessMs: program.latenessMs ?? 2, allow: ['leaked_handle'] },
    open: () => (sim) => {
      seen = program.nodes.map(() => new Seen());
      watched = [];
      const start = program.isStaged === true ? 'manual' : 'auto';
      const handles = [...program.nodes.keys()].map((index) => sim.node(`m${index}`, `/m${index}`, { start }));
      if (program.isStaged === true) {
        sim.client('stage', async () => {
          for (const handle of handles) {
            handle.start();
            await sim.sleep(APART_MS);
          }
        });
      }
      if (program.faults !== undefined) sim.faults(...program.faults);
      if (program.isWatched === true) {
        sim.always('watched', () => {
          const now = seen.map(({ log }) => log.length).join(' ');
          if (watched.at(-1) !== now) watched.push(now);
          return watched.length < 1000;
        });
      }
    },
    startModule: (machine, path) => {
      const index = Number(path.slice(2));
      run(machine, program, index, seen[index] ?? new Seen());
    },
  };
  return insideSimulation((session) => {
    for (let source = next(); source !== undefined; source = next()) {
      const outcome = session.execute(subject, { decider: new Decider(source, new DecisionLog()), sink: undefined });
      const found = outcome.findings.map(({ title, message }) => `${title} ${message}`);
      ended({ outcome, text: JSON.stringify({ seen: seen.map(({ log }) => log), watched, found, timeMs: outcome.virtualTimeMs }) });
    }
  }, LIMIT_MS);
}
