/** What is posted is copied at once, as structuredClone does it; ports that are handed over arrive as new ports of the receiver. */
import { nodeError } from '../node-error.ts';
import { NODE_MAJOR } from '../node-version.ts';

export interface Copied<P> {
  readonly value: unknown;
  /** The ports that go along, in the order of the transfer list. */
  readonly ports: readonly P[];
}

const PLACE = '\u0000fozzy.port';
const copy = structuredClone;

export function cloneMessage<P extends object>(message: unknown, transfer: unknown, isPort: (value: unknown) => value is P): Copied<P> {
  const list = transferList(transfer);
  const ports = list.filter(isPort);
  const others = list.filter((each) => !isPort(each));
  const bare = replace(message, new Map(), (value) => {
    if (!isPort(value)) return undefined;
    const place = ports.indexOf(value);
    if (place < 0) throw missing();
    return { [PLACE]: place };
  });
  // Reason for the cast: structuredClone itself judges what may be handed over.
  return { value: copy(bare, { transfer: others as ArrayBuffer[] }), ports };
}

/** Puts the receiver's ports where the sender had his. */
export function unpack(value: unknown, ports: readonly unknown[]): unknown {
  if (ports.length === 0) return value;
  return replace(value, new Map(), (each) => {
    const place: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, PLACE) : undefined;
    return typeof place === 'number' ? ports[place] : undefined;
  });
}

function transferList(transfer: unknown): readonly unknown[] {
  if (transfer === undefined || transfer === null) return [];
  if (Array.isArray(transfer)) return transfer;
  const inner: unknown = typeof transfer === 'object' ? Reflect.get(transfer, 'transfer') : undefined;
  return Array.isArray(inner) ? inner : [];
}

/** A copy of plain containers wherever something inside them is replaced; everything else stays as it is. */
function replace(value: unknown, seen: Map<object, unknown>, by: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const other = by(value);
  if (other !== undefined) return other;
  const known = seen.get(value);
  if (known !== undefined) return known;
  seen.set(value, value);
  const result = replaceInside(value, seen, by);
  seen.set(value, result);
  return result;
}

function replaceInside(value: object, seen: Map<object, unknown>, by: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const next = items.map((item) => replace(item, seen, by));
    return next.some((item, at) => item !== items[at]) ? next : value;
  }
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [replace(key, seen, by), replace(item, seen, by)] as const);
    return entries.some(([key, item]) => value.get(key) !== item) ? new Map(entries) : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let next: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const changed = replace(item, seen, by);
    if (changed === item) continue;
    next ??= { ...value };
    next[key] = changed;
  }
  return next ?? value;
}

function missing(): Error {
  const message = 'Object that needs transfer was found in message but not listed in transferList';
  if (NODE_MAJOR >= 22) return new DOMException(message, 'DataCloneError');
  return nodeError('ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST', message, TypeError);
}
