/**
 * MessageChannel and MessagePort between machines on one thread: messages of a port arrive in order, each as a transition of its own.
 * A port belongs to one machine; handing it over makes a new one there, with everything that was still under way.
 */
import type { Pending } from '../../engine/transition/pending.ts';
import { current } from '../active.ts';
import type { Machine, Part } from '../machine.ts';
import { nodeError } from '../node-error.ts';
import { cloneMessage, unpack } from './clone-message.ts';
import { NodeEventTarget } from './node-events.ts';

interface Message {
  readonly value: unknown;
  /** The far ends of ports that go along; they become ports of the receiver when they are read. */
  readonly ends: readonly End[];
}

/** One end of a channel, whoever holds it. */
class End {
  readonly queue: Message[] = [];
  other: End | undefined;
  holder: SimMessagePort | undefined;
  isClosed = false;
}

/** Ports a machine holds: when it goes down, the other side hears that they closed. */
const portsPart: Part<Set<SimMessagePort>> = {
  name: 'message ports',
  create: () => new Set(),
  down: (_machine, ports) => {
    for (const port of ports) port.vanish();
    return undefined;
  },
};

const MAKE = Symbol('make');

export class SimMessagePort extends NodeEventTarget {
  readonly #machine: Machine;
  readonly #life: number;
  #end: End | undefined;
  #isStarted = false;
  #isRef = false;
  #refCounted = false;
  #delivery: Pending | undefined;
  #delivered: { readonly event: Event; readonly value: unknown } | undefined;
  #onMessage: ((event: Event) => unknown) | null = null;
  readonly #callOnMessage = (event: Event) => this.#onMessage?.(event);

  constructor(key: unknown, machine: Machine, end: End) {
    if (key !== MAKE) throw nodeError('ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called', TypeError);
    super();
    this.#machine = machine;
    this.#life = machine.life;
    this.#end = end;
    end.holder = this;
    machine.part(portsPart).add(this);
  }

  postMessage(...args: readonly [message?: unknown, transfer?: unknown]): void {
    if (args.length === 0) throw nodeError('ERR_MISSING_ARGS', 'Not enough arguments to MessagePort.postMessage', TypeError);
    const { value, ports } = cloneMessage(args[0], args[1], isPort);
    if (ports.includes(this)) throw new DOMException('Transfer list contains source port', 'DataCloneError');
    const other = this.#end?.other;
    const ends = ports.map((port) => port.detach());
    if (other === undefined || other.isClosed) return;
    other.queue.push({ value, ends });
    other.holder?.wake();
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  close(): void {
    const end = this.#end;
    if (end === undefined || end.isClosed) return;
    end.isClosed = true;
    this.#closeLater();
    end.other?.holder?.wake();
  }

  /** Offers the next message, or the end of the channel, to the scheduler. */
  wake(): void {
    const end = this.#end;
    if (end === undefined || this.#delivery !== undefined || end.isClosed) return;
    const hasMessage = this.#isStarted && end.queue.length > 0;
    if (!hasMessage && !(end.other?.isClosed === true && end.queue.length === 0)) return;
    const { kernel } = this.#machine;
    this.#delivery = kernel.arrive(this.#machine, hasMessage ? 'message' : 'port.close', 0, deliverNext, this);
    if (!this.#isRef) this.#delivery.loop.keepAlive(this.#delivery, false);
  }

  /** @internal */
  deliver(): void {
    this.#delivery = undefined;
    const message = this.take();
    if (message === undefined) {
      if (this.#end?.other?.isClosed === true) this.close();
      return;
    }
    this.wake();
    const event = new MessageEvent('message', { data: message.value });
    Object.defineProperty(event, 'ports', { value: message.ports });
    this.#delivered = { event, value: message.value };
    this.dispatchEvent(event);
  }

  /** An event turns undefined into null; listeners for bare values get what was sent. */
  protected override bareValue(event: Event): unknown {
    return event === this.#delivered?.event ? this.#delivered.value : super.bareValue(event);
  }

  /** @internal The first message, without waiting for its turn. */
  take(): { readonly value: unknown; readonly ports: readonly SimMessagePort[] } | undefined {
    const message = this.#end?.queue.shift();
    if (message === undefined) return undefined;
    const ports = message.ends.map((end) => new SimMessagePort(MAKE, this.#machine, end));
    return { value: unpack(message.value, ports), ports };
  }

  #closeLater(): void {
    this.#unref();
    const { kernel } = this.#machine;
    if (this.#delivery !== undefined) kernel.cancel(this.#delivery);
    this.#machine.peek(portsPart)?.delete(this);
    kernel.arrive(this.#machine, 'port.close', 0, () => this.dispatchEvent(new Event('close')), undefined);
  }

  /** @internal Its machine is gone. */
  vanish(): void {
    const end = this.#end;
    this.#end = undefined;
    if (end === undefined || end.isClosed) return;
    end.isClosed = true;
    end.other?.holder?.wake();
  }

  /** @internal Takes the end away from its holder, who cannot use it any more. */
  detach(): End {
    const end = this.#end;
    if (end === undefined || end.isClosed) throw new DOMException('MessagePort in transfer list is already detached', 'DataCloneError');
    this.#unref();
    if (this.#delivery !== undefined) this.#machine.kernel.cancel(this.#delivery);
    this.#machine.peek(portsPart)?.delete(this);
    this.#end = undefined;
    end.holder = undefined;
    return end;
  }

  get onmessage(): ((event: Event) => unknown) | null {
    return this.#onMessage;
  }

  set onmessage(listener: unknown) {
    const before = this.#onMessage;
    // Reason for the cast: what an event listener takes is fixed by the event.
    this.#onMessage = typeof listener === 'function' ? (listener as (event: Event) => unknown) : null;
    if (before === null && this.#onMessage !== null) {
      this.addEventListener('message', this.#callOnMessage);
      this.countPlain(1);
    } else if (before !== null && this.#onMessage === null) {
      this.removeEventListener('message', this.#callOnMessage);
      this.countPlain(-1);
    }
  }

  protected override listenersChanged(): void {
    if (this.messageListeners > 0 && !this.#isRef) {
      this.ref();
      this.start();
    } else if (this.messageListeners === 0 && this.#isRef) this.unref();
  }

  /** As long as it is open and wanted, the process stays. */
  ref(): void {
    const end = this.#end;
    this.#isRef = true;
    if (end === undefined || end.isClosed || this.#refCounted || this.#machine.life !== this.#life) return;
    this.#refCounted = true;
    this.#machine.handles += 1;
    if (this.#delivery !== undefined) this.#delivery.loop.keepAlive(this.#delivery, true);
  }

  unref(): void {
    this.#isRef = false;
    this.#unref();
    if (this.#delivery !== undefined) this.#delivery.loop.keepAlive(this.#delivery, false);
  }

  #unref(): void {
    if (this.#refCounted && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#refCounted = false;
  }

  hasRef(): boolean {
    return this.#isRef;
  }
}

Object.defineProperty(SimMessagePort, 'name', { value: 'MessagePort' });

function deliverNext(port: unknown): void {
  if (port instanceof SimMessagePort) port.deliver();
}

function isPort(value: unknown): value is SimMessagePort {
  return value instanceof SimMessagePort;
}

/** Two ports of two machines that may be the same. */
export function connectedPorts(one: Machine, two: Machine): readonly [SimMessagePort, SimMessagePort] {
  const [first, second] = [new End(), new End()];
  first.other = second;
  second.other = first;
  return [new SimMessagePort(MAKE, one, first), new SimMessagePort(MAKE, two, second)];
}

export class SimMessageChannel {
  readonly port1: SimMessagePort;
  readonly port2: SimMessagePort;

  constructor() {
    [this.port1, this.port2] = connectedPorts(current(), current());
  }
}

Object.defineProperty(SimMessageChannel, 'name', { value: 'MessageChannel' });

export function receiveMessageOnPort(port: unknown): { message: unknown } | undefined {
  if (!isPort(port)) {
    throw nodeError('ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance', TypeError);
  }
  const message = port.take();
  return message === undefined ? undefined : { message: message.value };
}

/** Copies a message for another machine as posting it would. */
export function copyForMachine(machine: Machine, value: unknown, transfer: unknown): unknown {
  const copied = cloneMessage(value, transfer, isPort);
  const ports = copied.ports.map((port) => new SimMessagePort(MAKE, machine, port.detach()));
  return unpack(copied.value, ports);
}
