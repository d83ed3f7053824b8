/** Runs the same body on real Node and in simulation, over both ways of HTTP, and gives back what each made of it. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { HttpPath } from '../../src/sim/net/network.ts';
import { simulation } from '../../src/sim/scenario/simulation.ts';

/** The modules a body may use; the simulated ones have the types of the real ones. */
export interface Modules {
  readonly net: typeof net;
  readonly http: typeof http;
  readonly https: typeof https;
}

export type Body<T> = (modules: Modules) => Promise<T>;

export const realModules: Modules = { net, http, https };

export function simModules(): Modules {
  // Reason for the cast: that the simulated modules can stand in for the real ones is what these tests show.
  return {
    net: builtinModule('net') as typeof net,
    http: builtinModule('http') as typeof http,
    https: builtinModule('https') as typeof https,
  };
}

export async function inSimulation<T>(
  body: Body<T>,
  httpPath: HttpPath = 'wire',
  source: DecisionSource = new ScriptedSource({}),
): Promise<T> {
  let result: { readonly value: T } | undefined;
  const sim = simulation('conformance', { httpPath, latenessMs: 0 }, (world) => {
    world.client('one', async () => {
      result = { value: await body(simModules()) };
    });
  });
  const program = { file: 'test', projectFile: 'test', options: sim.options, open: () => sim.define, startModule: () => undefined };
  const outcome = await insideSimulation((session) =>
    session.execute(program, { decider: new Decider(source, new DecisionLog()), sink: undefined }),
  );
  if (result === undefined) throw new Error(`the body did not end: ${outcome.findings.map(({ message }) => message).join('; ')}`);
  return result.value;
}
