/** The program of a node in a process of its own: loaded when its start has its turn, and called when a client calls what it exports. */
import { pathToFileURL } from 'node:url';
import type { Order } from '../protocol.ts';
import type { Keeper } from './keeper.ts';
import { uncaughtError } from './tell-failures.ts';

/** Taken before they are replaced. */
const afterAll = setImmediate;

export function nodeProgram(keeper: Keeper): (order: Order) => void {
  let exports: unknown;
  return (order) => {
    if (order.is === 'start') {
      keeper.step = order.step;
      const loaded = import(pathToFileURL(keeper.role.entry).href);
      exports = loaded;
      const ran = () => afterAll(() => afterAll(() => keeper.say({ is: 'ran', id: order.id })));
      // A module that waits at its top level is held at its first gate: its start is over all the same.
      loaded.then(ran, (error: unknown) => {
        keeper.say(uncaughtError(keeper.machine, error));
        ran();
      });
      keeper.onFirstHold(ran);
    } else if (order.is === 'call') {
      const invoke = async (): Promise<unknown> => {
        const found: unknown = Reflect.get(Object(await exports), order.call);
        if (typeof found !== 'function') throw new TypeError(`node '${keeper.machine}' exports no function '${order.call}'`);
        return await Reflect.apply(found, undefined, order.args);
      };
      const answer = (result: { readonly value?: unknown; readonly error?: string }) =>
        keeper.say({ is: 'returned', number: order.number, ...keeper.name('call.return', order.caller), ...result });
      keeper.perform(order.id, order.step, keeper.machine, () => {
        void invoke().then(
          (value) => answer({ value }),
          (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
        );
      });
    }
  };
}
