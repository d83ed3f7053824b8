/** Runs a body on the host and in simulation, and brings what it told into a form that can be compared. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decider } from '../../../src/decide/decider.ts';
import { DecisionLog } from '../../../src/decide/log.ts';
import { ScriptedSource } from '../../../src/decide/scripted.ts';
import type { DecisionSource } from '../../../src/decide/source.ts';
import { fsModule } from '../../../src/sim/builtin/fs/fs-module.ts';
import { insideSimulation } from '../../../src/sim/run/session.ts';
import { simulation } from '../../../src/sim/scenario/simulation.ts';
import type { FsCase, FsWorld } from './case.ts';

export async function onHost([, body]: FsCase): Promise<unknown> {
  const root = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'fozzy-fs-'));
  const before = process.umask(0o022);
  try {
    return await tell(body, fs, fs.promises, root);
  } finally {
    process.umask(before);
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export async function inSimulation([name, body]: FsCase, source: DecisionSource = new ScriptedSource({})): Promise<unknown> {
  let told: unknown = 'the body did not end';
  const root = '/tmp/fozzy-fs-abcdef';
  const scenario = simulation(name, (sim) => {
    sim.client('program', async () => {
      // The simulated module has the functions of the real one; its types are deliberately looser.
      const simulated = fsModule as unknown as typeof fs;
      simulated.mkdirSync(root);
      told = await tell(body, simulated, simulated.promises, root);
    });
  });
  const program = { file: 'fs', projectFile: 'fs', options: scenario.options, open: () => scenario.define, startModule: () => undefined };
  const outcome = await insideSimulation((session) =>
    session.execute(program, { decider: new Decider(source, new DecisionLog()), sink: undefined }),
  );
  return outcome.findings.length === 0 ? told : outcome.findings.map(({ message }) => message);
}

async function tell(body: FsCase[1], module: typeof fs, promises: typeof fs.promises, root: string): Promise<unknown> {
  const told: unknown[] = [];
  const result = await body(world(module, promises, root, told));
  return plain([...told, result], root);
}

function world(module: typeof fs, promises: typeof fs.promises, root: string, told: unknown[]): FsWorld {
  return {
    fs: module,
    fsp: promises,
    root,
    log: (entry) => told.push(plain(entry, root)),
    at: (name) => `${root}/${name}`,
    attempt(call) {
      try {
        return { returned: call() };
      } catch (error) {
        return { thrown: error };
      }
    },
    async settle(call) {
      try {
        return { resolved: await call() };
      } catch (error) {
        return { rejected: error };
      }
    },
    call: (start) => new Promise((resolve) => start((...args) => resolve(args))),
  };
}

/** Values that can be compared: errors by their parts, paths without the root, bytes as text. */
function plain(value: unknown, root: string): unknown {
  if (typeof value === 'string') return value.replaceAll(root, '<root>');
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('latin1') };
  if (value instanceof Error) return errorParts(value, root);
  if (Array.isArray(value)) return value.map((each) => plain(each, root));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, root)]));
}

function errorParts(error: Error, root: string): unknown {
  const parts: Record<string, unknown> = { name: error.name, message: plain(error.message, root) };
  for (const key of ['code', 'errno', 'syscall', 'path', 'dest']) {
    const part: unknown = Reflect.get(error, key);
    if (part !== undefined) parts[key] = plain(part, root);
  }
  return parts;
}
