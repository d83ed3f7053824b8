/**
 * Classes of Node that programs and their packages change, to see every request for example. No tier but a process has them twice, so what
 * a run did to them is taken back after it. To look costs as much as a small run: it is done ever more rarely, until something was found.
 */
import events from 'node:events';
import http from 'node:http';
import stream from 'node:stream';
import { childProcessModule } from '../builtin/child-process.ts';
import { streamClasses } from '../builtin/fs/streams.ts';
import { simHttp } from '../builtin/http.ts';
import { simHttps } from '../builtin/https.ts';
import { simNet } from '../builtin/net.ts';
import { simTls } from '../builtin/tls.ts';
import type { Place } from './realm-places.ts';
import { RealmWatch, undo } from './realm-watch.ts';

let places: readonly Place[] | undefined;

function findPlaces(): readonly Place[] {
  const { IncomingMessage, OutgoingMessage, Server, ServerResponse, ClientRequest, Agent } = http;
  const own = { IncomingMessage, OutgoingMessage, Server, ServerResponse, ClientRequest, Agent };
  const modules: readonly object[] = [stream, own, simHttp, simHttps, simNet, simTls, streamClasses, childProcessModule];
  const found = new Map<object, string>([[events.EventEmitter, 'EventEmitter']]);
  for (const module of modules) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(module))) if (isClass(value)) found.set(value, name);
  }
  return [...found].flatMap(([target, name]) => [
    { name, target },
    { name: `${name}.prototype`, target: prototypeOf(target) },
  ]);
}

function isClass(value: unknown): value is object {
  return typeof value === 'function' && /^[A-Z]/u.test(value.name) && typeof value.prototype === 'object' && value.prototype !== null;
}

function prototypeOf(target: object): object {
  // Reason for the cast: only classes are found.
  return Reflect.get(target, 'prototype') as object;
}

export class NodeClasses {
  readonly #watch: RealmWatch;
  #runs = 0;
  #changes = false;

  /** Remembers how they are now. */
  constructor() {
    places ??= findPlaces();
    this.#watch = new RealmWatch(places);
  }

  /** After a run. */
  tidy(): void {
    this.#runs += 1;
    const isPowerOfTwo = (this.#runs & (this.#runs - 1)) === 0;
    if (!this.#changes && !isPowerOfTwo) return;
    const changes = this.#watch.changes();
    this.#changes ||= changes.length > 0;
    undo(changes);
  }
}
