/**
 * `node:diagnostics_channel` of one machine. In a process all modules share their channels, and in one process all machines would; so each
 * machine has channels of its own. What Node itself publishes, and packages that all machines share, is passed on to the machine that runs.
 */
import diagnostics, { type Channel } from 'node:diagnostics_channel';
import { activeKernel } from '../active.ts';
import type { Machine, Part } from '../machine.ts';
import { copyModule } from './copy-module.ts';

type Name = string | symbol;
type Subscriber = Parameters<typeof diagnostics.subscribe>[1];

/** The parts of a tracing channel, in the words of their names. */
const TRACED = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

const channelsPart: Part<Map<Name, Channel>> = { name: 'diagnostics channels', create: () => new Map() };

/** Names whose messages are passed on, from now on and in all runs. */
const passedOn = new Set<Name>();

function passOn(name: Name): void {
  if (passedOn.has(name)) return;
  passedOn.add(name);
  diagnostics.subscribe(name, (message) => {
    const kernel = activeKernel();
    // Clients, and nodes that are functions, run code of the scenario.
    const channels = kernel?.current.peek(channelsPart) ?? kernel?.machines[0]?.peek(channelsPart);
    channels?.get(name)?.publish(message);
  });
}

export function diagnosticsChannelOf(machine: Machine): Record<string, unknown> {
  const channels = machine.part(channelsPart);
  const channel = (name: Name): Channel => {
    let own = channels.get(name);
    if (own === undefined) {
      // Node knows it by a name nobody else can ask for, and what is wrong with a name it knows too.
      own = diagnostics.channel(typeof name === 'string' || typeof name === 'symbol' ? Symbol(String(name)) : name);
      Object.assign(own, { name });
      channels.set(name, own);
      passOn(name);
    }
    return own;
  };
  return copyModule(
    diagnostics,
    {
      channel,
      hasSubscribers: (name: Name): boolean => channels.get(name)?.hasSubscribers ?? false,
      subscribe: (name: Name, subscriber: Subscriber): void => channel(name).subscribe(subscriber),
      unsubscribe: (name: Name, subscriber: Subscriber): unknown => channel(name).unsubscribe(subscriber),
      tracingChannel: (given: unknown): unknown =>
        diagnostics.tracingChannel(
          // Reason for the casts: what is no name is a set of channels, and the real function says if it is not.
          (typeof given === 'string'
            ? Object.fromEntries(TRACED.map((part) => [part, channel(`tracing:${given}:${part}`)]))
            : given) as Parameters<typeof diagnostics.tracingChannel>[0],
        ),
    },
    { module: 'diagnostics_channel', names: 'Channel' },
  );
}
