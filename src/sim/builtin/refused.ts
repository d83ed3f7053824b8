/** Modules that are not simulated: what each would reach outside, and what to do instead. Those that programs import without using them are served with members that refuse to be called. */
import http2 from 'node:http2';
import { refusal, refusing } from './refusing.ts';

/** Refused as soon as they are imported. */
export const refusedModules: Readonly<Record<string, string>> = {
  domain: 'Domains are deprecated in Node; use AsyncLocalStorage, or handle errors where they happen.',
  sqlite: 'Its database is a file that native code writes. Put the database behind an interface and give the simulation one in memory.',
  test: 'A subject is a program, not a test. Keep node:test in test files, and call `explore` from them.',
  'test/reporters': 'A subject is a program, not a test. Keep node:test in test files, and call `explore` from them.',
  trace_events: 'It writes files of the real machine. Read the trace of the run instead.',
  wasi: 'It gives native access to files. Instantiate the WebAssembly module with imports of your own.',
  sea: 'A subject is never part of a single executable.',
};

/** Modules that can be imported, and of which nothing that matters can be called. */
export const refusedWhenCalled: ReadonlySet<string> = new Set(['http2', 'inspector', 'inspector/promises', 'repl']);

const HTTP2_INSTEAD = 'Use http or https in the simulation.';

/** Only its constants are served; packages read them at load. */
export const http2Module: Record<string, unknown> = {
  constants: http2.constants,
  sensitiveHeaders: http2.sensitiveHeaders,
  getDefaultSettings: () => http2.getDefaultSettings(),
  ...refusing(
    'http2',
    [
      ...['connect', 'createServer', 'createSecureServer', 'performServerHandshake', 'getPackedSettings', 'getUnpackedSettings'],
      ...['Http2ServerRequest', 'Http2ServerResponse'],
    ],
    HTTP2_INSTEAD,
  ),
};

const INSPECTOR_INSTEAD = 'A debugger stops the whole simulation; replay the run with one attached instead.';

export const inspectorModule: Record<string, unknown> = {
  /** No debugger is attached. */
  url: () => undefined,
  close: () => undefined,
  console: {},
  Network: {},
  open: refusal('inspector.open', INSPECTOR_INSTEAD),
  waitForDebugger: refusal('inspector.waitForDebugger', INSPECTOR_INSTEAD),
  Session: refusal('inspector.Session', INSPECTOR_INSTEAD),
};

export const replModule: Record<string, unknown> = {
  ...refusing('repl', ['start', 'REPLServer', 'Recoverable', 'writer'], 'Nobody sits in front of a simulated program.'),
  builtinModules: [],
};
