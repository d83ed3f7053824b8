/** Settings of the one Error class all machines and runs share: what a subject changes is put back after its run. */

const KEYS = ['stackTraceLimit', 'prepareStackTrace'] as const;

export function keepErrorSettings(): () => void {
  const before = KEYS.map((key) => [key, Reflect.getOwnPropertyDescriptor(Error, key)] as const);
  return () => {
    for (const [key, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(Error, key);
      else Object.defineProperty(Error, key, descriptor);
    }
  };
}
