/**
 * A server that exists, started once on a simulated machine and asked for each of its routes: what happens then is surer than what its code
 * seems to say.
 */
import { join } from 'node:path';
import type { FoundRoute } from '../../sim/inspect/found-route.ts';
import { type OpenPort, openPorts } from '../../sim/net/open-ends.ts';
import type { NodeHandle } from '../../sim/scenario/node-handle.ts';
import type { Sim } from '../../sim/scenario/sim.ts';
import { simulation } from '../../sim/scenario/simulation.ts';
import type { Finding } from '../../trace/finding.ts';
import { explore } from '../simulation/in-process.ts';
import { requestOf } from './route-request.ts';

export interface TriedServer {
  /** Where it listened first. */
  readonly open: OpenPort | undefined;
  /** Why it does not stay up. */
  readonly ended: string | undefined;
  /** The last line it wrote. */
  readonly said: string;
  /** What it answered when it was asked, without knowing anything else about it. */
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly route: FoundRoute;
  readonly status: number;
}

export interface Trial {
  /** Absolute. */
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly routes: readonly FoundRoute[];
}

/** Virtual time it has to begin listening; a server that waits longer waits for somebody who is not there. */
const START_MS = 10_000;
const LOOK_MS = 50;
/** Real time all of this may take. */
const TIME_MS = 30_000;

export async function tryServer(trial: Trial): Promise<TriedServer> {
  let visit = new Visit(trial);
  const first = simulation('trial', { from: join(trial.cwd, 'tests/trial.ts') }, (sim) => {
    visit = new Visit(trial);
    visit.declare(sim);
  });
  const { findings } = await explore(first, { runs: 1, strategy: 'fifo', cwd: trial.cwd, timeMs: TIME_MS });
  const { open, answers, server, isDown } = visit;
  const said = `${server?.stdout ?? ''}${server?.stderr ?? ''}`.trimEnd().split('\n').at(-1) ?? '';
  // What a request brings down is for a search to tell.
  const [failure] = answers.length === 0 ? findings : [];
  return { open, answers, said, ended: failure === undefined ? (isDown ? 'it ends by itself' : undefined) : reasonOf(failure) };
}

class Visit {
  open: OpenPort | undefined;
  server: NodeHandle | undefined;
  /** Before anybody asked it to end. */
  isDown = false;
  readonly answers: Answer[] = [];
  readonly #trial: Trial;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  declare(sim: Sim): void {
    const server = sim.node('server', this.#trial.entry, { env: this.#trial.env });
    this.server = server;
    sim.client('visitor', async () => {
      for (let waited = 0; waited < START_MS && this.open === undefined && server.state === 'running'; waited += LOOK_MS) {
        [this.open] = openPorts(server.machine);
        await sim.sleep(LOOK_MS);
      }
      if (this.open?.isLocal === false) await this.#askAll(`http://server:${this.open.port}`);
      else this.isDown = server.state !== 'running';
    });
  }

  async #askAll(origin: string): Promise<void> {
    for (const route of this.#trial.routes) {
      const { path, body } = requestOf(route);
      const { method } = route;
      const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      try {
        const response = await fetch(origin + path, { method, ...sent, signal: AbortSignal.timeout(START_MS) });
        this.answers.push({ route, status: response.status });
        await response.body?.cancel();
      } catch {
        // That it did not answer is for a search to tell.
      }
    }
  }
}

/** What was not caught, and where. */
function reasonOf({ message, location: { file, line } = {} }: Finding): string {
  return file === undefined ? message : `${message} (${file}${line === undefined ? '' : `:${line}`})`;
}
