/** `console` of the calling machine: Node's own Console over the machine's output, made when it is first used. */
import { current } from '../active.ts';
import type { Part } from '../machine.ts';
import { processOf } from '../process/sim-process.ts';
import { SimConsole } from './machine-console.ts';

const consolePart: Part<Console> = {
  name: 'console',
  create: (machine) => {
    const { stdout, stderr } = processOf(machine);
    return new SimConsole({ stdout, stderr, colorMode: false });
  },
};

/** One object for all machines; each method finds the console of its caller. */
export const simConsole: object = Object.assign(
  Object.fromEntries(
    Object.keys(console)
      .filter((key) => typeof Reflect.get(SimConsole.prototype, key) === 'function' || typeof Reflect.get(console, key) === 'function')
      .map((key) => [key, (...args: unknown[]) => call(key, args)]),
  ),
  { Console: SimConsole },
);

function call(key: string, args: readonly unknown[]): unknown {
  const target = current().part(consolePart);
  const method: unknown = Reflect.get(target, key);
  return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
}
