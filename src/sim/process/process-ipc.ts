/** Gives a forked process its end of the channel: `process.send`, 'message', `process.disconnect`. */
import type { Machine } from '../machine.ts';
import { IpcEnd, type Serialization } from './ipc.ts';
import { processOf } from './sim-process.ts';

export function attachIpc(machine: Machine, parentEnd: IpcEnd, serialization: Serialization): void {
  const own = processOf(machine);
  const end = new IpcEnd(machine, own, serialization);
  IpcEnd.join(parentEnd, end);
  const heard = () => own.listenerCount('message') + own.listenerCount('disconnect');
  own.on('newListener', (event) => {
    if (event === 'message' || event === 'disconnect') end.ref();
  });
  own.on('removeListener', (event) => {
    if ((event === 'message' || event === 'disconnect') && heard() === 0) end.unref();
  });
  Object.defineProperties(own, {
    send: { value: (message: unknown, ...rest: readonly unknown[]) => end.send(message, ...rest), configurable: true },
    disconnect: { value: () => end.disconnect(), configurable: true },
    connected: { get: () => end.connected, configurable: true },
    channel: { get: () => (end.connected ? end : undefined), configurable: true },
  });
}
