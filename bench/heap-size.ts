/** What is really in use: the heap after garbage collection. Needs --expose-gc. */
export function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error('start with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
