/**
 * Names a module may use without declaring them. They are read from the realm itself, where a run has put its own in place of the host's; any
 * other undeclared name belongs to the machine that runs the module, and is looked up on its global object.
 */
export const realmNames: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date   Error EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl   JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol
  SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly arguments
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt undefined unescape
  AbortController AbortSignal Blob BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey
  CustomEvent DOMException DecompressionStream Event EventTarget File FormData Headers MessageChannel MessageEvent MessagePort
  Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList
  PerformanceResourceTiming ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
  ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder
  TextEncoderStream TransformStream TransformStreamDefaultController URL URLSearchParams WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter atob btoa clearImmediate clearInterval clearTimeout console crypto fetch
  performance process queueMicrotask setImmediate setInterval setTimeout structuredClone`
    .trim()
    .split(/\s+/u),
);

/** Of these, the ones programs replace: by a mock, a polyfill, an instrumented version. They are looked up on the machine, like any other name. */
export const replaceableNames: ReadonlySet<string> = new Set(
  `AbortController Date FormData Headers Request Response clearImmediate clearInterval clearTimeout console crypto fetch performance
  queueMicrotask setImmediate setInterval setTimeout structuredClone`.split(/\s+/u),
);
