/** A run of a small world for tests of the network, and decisions that make a fault strike. */
import type http from 'node:http';
import type net from 'node:net';
import { Decider } from '../../../src/decide/decider.ts';
import { Kind } from '../../../src/decide/kinds.ts';
import { DecisionLog } from '../../../src/decide/log.ts';
import { ScriptedSource } from '../../../src/decide/scripted.ts';
import type { DecisionSource } from '../../../src/decide/source.ts';
import type { Outcome } from '../../../src/engine/outcome.ts';
import { builtinModule } from '../../../src/sim/builtin/table.ts';
import { insideSimulation } from '../../../src/sim/run/session.ts';
import type { Sim } from '../../../src/sim/scenario/sim.ts';
import type { SimulationOptions } from '../../../src/sim/scenario/simulation.ts';

export const simHttp = builtinModule('http') as typeof http;
export const simNet = builtinModule('net') as typeof net;

export function run(
  define: (sim: Sim) => void,
  source: DecisionSource = new ScriptedSource({}),
  options: SimulationOptions = {},
): Promise<Outcome> {
  const program = { file: 't', projectFile: 't', options, open: () => define, startModule: () => undefined };
  return insideSimulation((session) => session.execute(program, { decider: new Decider(source, new DecisionLog()), sink: undefined }));
}

/** Says yes to the first questions of chance, and takes the given answer of everything else. */
export function struck(chances: number, pick = 0): DecisionSource {
  let left = chances;
  return {
    hi: 0,
    lo: 0,
    // The rate of a fault is drawn first: the calm answer would switch it off.
    pick: (offer) =>
      offer.kind === Kind.choice && offer.nameOf(-1).startsWith('swarm') ? offer.count - 1 : Math.min(pick, offer.count - 1),
    draw: () => undefined,
    chance: () => {
      left -= 1;
      return left >= 0;
    },
    recall: () => undefined,
    position: () => 0,
    rewind: () => undefined,
  };
}

export const messages = ({ findings }: Outcome) => findings.map(({ message }) => message);

export const hello = () => {
  simHttp.createServer((_request, response) => response.end('hello')).listen(80);
};

export const cause = (error: unknown): unknown => Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code');
