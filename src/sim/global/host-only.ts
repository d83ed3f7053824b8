/** Globals of newer versions of Node that would reach the real machine: refused, or pinned; absent where the host has none. */
import { refusal } from '../builtin/refusing.ts';

const CPUS = 4;

const replacements: Readonly<Record<string, unknown>> = {
  WebSocket: refusal('The global WebSocket', 'Use the package `ws`: it runs on simulated sockets.'),
  EventSource: refusal('The global EventSource', 'Read the stream of a fetch, or use a package over http.'),
  navigator: Object.freeze({
    hardwareConcurrency: CPUS,
    language: 'en-US',
    languages: Object.freeze(['en-US']),
    platform: 'linux',
    userAgent: `Node.js/${process.versions.node.split('.')[0] ?? ''}`,
  }),
  localStorage: undefined,
  sessionStorage: undefined,
  gc: undefined,
};

export const hostOnlyGlobals: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(replacements).filter(([name]) => Reflect.getOwnPropertyDescriptor(globalThis, name) !== undefined),
);
