/** The objects that all code of a process has in common, with the names people know them by. */
import events from 'node:events';
import http from 'node:http';
import net from 'node:net';
import stream from 'node:stream';
import { realmNames } from '../load/language-names.ts';
import { pureBuiltins } from '../builtin/pure.ts';

export interface Place {
  readonly name: string;
  readonly target: object;
}

/** Objects that are looked at when the rest of the search for a leak has found them; more would only cost time. */
const PLACES_MAX = 20_000;
/** Longer lists are data. */
const ITEMS_MAX = 256;

let named: readonly Place[] | undefined;

/** The language and the classes programs like to extend. Few enough to be looked at around every session. */
export function namedPlaces(): readonly Place[] {
  named ??= findNamed();
  return named;
}

/** A name that belongs to the language or to Node, rather than to whoever put it there. */
export function isLanguageName(name: string): boolean {
  return realmNames.has(name);
}

function findNamed(): readonly Place[] {
  const places = new Map<object, string>();
  const add = (name: string, value: unknown) => {
    if (!isObject(value) || places.has(value)) return;
    places.set(value, name);
    const prototype: unknown = typeof value === 'function' ? value.prototype : undefined;
    if (isObject(prototype) && !places.has(prototype)) places.set(prototype, `${name}.prototype`);
  };
  places.set(globalThis, 'globalThis');
  for (const name of realmNames) if (name !== 'process') add(name, valueOf(globalThis, name));
  for (const [name, value] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) add(`Intl.${name}`, value.value);
  const { EventEmitter } = events;
  const { Readable, Writable, Duplex, Transform, PassThrough } = stream;
  const { Server, IncomingMessage, ServerResponse, ClientRequest, OutgoingMessage, Agent } = http;
  const classes = { Readable, Writable, Duplex, Transform, PassThrough, IncomingMessage, ServerResponse, ClientRequest, OutgoingMessage };
  for (const [name, value] of Object.entries({ EventEmitter, ...classes, Stream: stream })) add(name, value);
  for (const [name, value] of Object.entries({ 'http.Server': Server, 'http.Agent': Agent, 'net.Socket': net.Socket })) add(name, value);
  add('Iterator.prototype', Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
  add('AsyncFunction', Object.getPrototypeOf(async () => undefined).constructor);
  add('TypedArray', Object.getPrototypeOf(Uint8Array));
  return [...places].map(([target, name]) => ({ name, target }));
}

/** Everything that can be reached from there: what builtin modules hold, what classes inherit from. For diagnosis only. */
export function allPlaces(modules: Readonly<Record<string, unknown>>): readonly Place[] {
  const places = new Map<object, string>(namedPlaces().map(({ name, target }) => [target, name]));
  for (const [name, module] of Object.entries({ ...pureBuiltins, ...modules })) if (isObject(module)) note(places, module, name);
  for (const [target, name] of places) {
    if (places.size > PLACES_MAX) break;
    if (target === globalThis) continue;
    for (const key of Reflect.ownKeys(target)) {
      const value = valueOf(target, key);
      if (isPlace(value)) note(places, value, typeof value === 'function' && value.name !== '' ? value.name : `${name}.${String(key)}`);
    }
    const parent: unknown = Object.getPrototypeOf(target);
    if (isObject(parent)) note(places, parent, `the prototype of ${name}`);
  }
  return [...places].map(([target, name]) => ({ name, target }));
}

function note(places: Map<object, string>, value: object, name: string): void {
  if (!places.has(value)) places.set(value, name);
}

/** Functions, prototypes and plain collections of things; an object with a life of its own changes for reasons of its own. */
function isPlace(value: unknown): value is object {
  if (!isObject(value) || ArrayBuffer.isView(value)) return false;
  if (typeof value === 'function') return true;
  if (Array.isArray(value)) return value.length <= ITEMS_MAX;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  const owner: unknown = valueOf(value, 'constructor');
  return typeof owner === 'function' && owner.prototype === value;
}

function valueOf(target: object, key: PropertyKey): unknown {
  return Reflect.getOwnPropertyDescriptor(target, key)?.value;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
