/** The program of every process of a confirmation: puts the gate in place, then loads the scenario or the program of one node. */
import { register, syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isSimulation } from '../../sim/scenario/simulation.ts';
import type { Order, Role } from '../protocol.ts';
import { Driver, RealPlan } from './driver.ts';
import { fetchPerMachine } from './fetch-per-machine.ts';
import { holdFiles } from './hold-files.ts';
import { holdSockets, Ports } from './hold-sockets.ts';
import { holdTimers } from './hold-timers.ts';
import { holdWork } from './hold-work.ts';
import { Keeper } from './keeper.ts';
import { nodeProgram } from './node-program.ts';
import { RealSim } from './real-sim.ts';
import { tellFailures, tellOutput } from './tell-failures.ts';
import { Unsupported } from './unsupported.ts';

// Written by processes.ts.
const role = JSON.parse(process.env['FOZZY_CONFIRM'] ?? '{}') as Role;
delete process.env['FOZZY_CONFIRM'];
process.setSourceMapsEnabled(true);
// The file this process was started with; the other programs of the build lie beside it.
const program = pathToFileURL(process.argv[1] ?? '');
register(new URL('./confirm-hooks.js', program), { data: { library: new URL('./index.js', program).href } });

const keeper = new Keeper(role);
const ports = new Ports();
const hearers: ((order: Order) => void)[] = [];
process.on('message', (order: Order) => {
  if (order.is === 'run') keeper.run(order);
  else if (order.is === 'ports') ports.set(order.machine, order.ports);
  else for (const hear of hearers) hear(order);
});
// Whoever started this is gone: nothing is left to do.
process.on('disconnect', () => process.exit(0));

tellFailures(keeper);
void (role.is === 'driver' ? drive() : serve());

function putGate(): void {
  holdTimers(keeper);
  holdFiles(keeper);
  holdSockets(keeper, ports);
  holdWork(keeper);
  syncBuiltinESMExports();
}

async function drive(): Promise<void> {
  const plan = new RealPlan();
  const driver = new Driver(keeper, plan);
  const exports = (await import(pathToFileURL(role.entry).href)) as Record<string, unknown>; // a module
  const found = Object.values(exports).find((value) => isSimulation(value) && value.name === role.simulation);
  if (!isSimulation(found)) throw new Error(`${role.entry} exports no simulation '${role.simulation ?? ''}'`);
  putGate();
  fetchPerMachine(keeper);
  tellOutput(keeper, (machine, fd, text) => plan.nodes.get(machine)?.output.push({ fd, text }));
  const sim = new RealSim(keeper, plan, driver, found.options.from ?? role.entry);
  try {
    // Reason for the cast: it has the words of the simulated one, as far as real Node can mean them.
    found.define(sim as unknown as Parameters<typeof found.define>[0]);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    keeper.say({ is: 'unsupported', what: error.what });
    return;
  }
  const without = new Set(role.withoutClients);
  const absent = new Set(role.withoutNodes);
  hearers.push((order) => driver.hear(order));
  keeper.say({
    is: 'plan',
    nodes: [...plan.nodes.values()].map(({ declared }) => declared).filter(({ name }) => !absent.has(name)),
    clients: plan.clients.map(({ name }) => name).filter((name) => !without.has(name)),
  });
}

async function serve(): Promise<void> {
  putGate();
  tellOutput(keeper, (machine, fd, text) => keeper.say({ is: 'output', machine, fd, text }));
  hearers.push(nodeProgram(keeper));
  keeper.say({ is: 'ready' });
}
