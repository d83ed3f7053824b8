/** `ctx`: what the code of one node may do in one of its lives. Nothing of an earlier life reaches the world any more. */
import { nearest } from '../../base/nearest.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { Outlet } from '../../engine/distributed/cluster.ts';
import type { EventFields } from '../../engine/event-sink.ts';
import type { Pending } from '../../engine/transition/pending.ts';
import type { Machine } from '../machine.ts';
import type { NodeContext } from './node-api.ts';

/** How the label of a timer that was set by name begins. */
export const NAMED_TIMER = 'timer ';

export interface NodeContextParts {
  readonly machine: Machine;
  readonly node: number;
  readonly names: readonly string[];
  readonly durable: Map<string, string>;
  readonly outlet: Outlet;
  readonly onTimer: (name: string) => void;
}

const FRACTIONS = 2 ** 32;

/** Data as the network and the disk keep it: text, so that nobody shares an object with anybody. */
function jsonText(value: unknown, what: string): string {
  // Reason for the annotation: stringify gives undefined for what is no data, which its type leaves out.
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${what} must be JSON data, not ${typeof value}`);
  return text;
}

export function createContext({ machine, node, names, durable, outlet, onTimer }: NodeContextParts): NodeContext {
  const { kernel, life } = machine;
  const timers = new Map<string, Pending>();
  const isOver = () => machine.life !== life;
  const clearTimer = (name: unknown): void => {
    const timer = timers.get(String(name));
    if (timer === undefined) return;
    timers.delete(String(name));
    kernel.cancel(timer);
  };
  return {
    node: machine.name,
    nodes: [...names],
    now: () => Math.floor(kernel.nowUs / 1000),
    random: () => machine.random.nextU32() / FRACTIONS,
    event: (name: unknown, fields: unknown = {}) => {
      if (isOver() || !outlet.observed) return;
      const told: EventFields = JSON.parse(jsonText(fields, 'the fields of an event'));
      outlet.note(String(name), 'user', { ...told, node: machine.name });
    },
    send: (to: unknown, payload: unknown) => {
      const receiver = names.indexOf(String(to));
      if (receiver < 0) throw new RangeError(`ctx.send: there is no node ${JSON.stringify(to)}; ${meant(String(to), names)}`);
      const text = jsonText(payload, 'the payload of ctx.send');
      if (!isOver()) outlet.send(node, receiver, 'message', text, utf8Length(text));
    },
    setTimer: (name: unknown, ms: unknown) => {
      const delayMs = Number(ms);
      if (!(delayMs >= 0)) throw new RangeError(`ctx.setTimer: ${String(ms)} is no number of milliseconds`);
      if (isOver()) return;
      clearTimer(name);
      const ring = () => {
        timers.delete(String(name));
        onTimer(String(name));
      };
      // Timers with names are free against each other once they are due; those of `setTimeout` keep the order Node promises.
      timers.set(String(name), kernel.arrive(machine, `${NAMED_TIMER}${String(name)}`, Math.round(delayMs * 1000), ring, undefined));
    },
    clearTimer,
    durable: {
      get: (key: unknown): unknown => {
        const text = durable.get(String(key));
        return text === undefined ? undefined : JSON.parse(text);
      },
      set: (key: unknown, value: unknown) => {
        const text = jsonText(value, 'a durable value');
        if (!isOver()) durable.set(String(key), text);
      },
      delete: (key: unknown) => (isOver() ? false : durable.delete(String(key))),
    },
  };
}

function meant(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  return near === undefined ? `the nodes are ${names.join(', ')}` : `did you mean "${near}"?`;
}
