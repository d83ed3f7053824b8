/** `node:readline` over streams. Whether `\r` and `\n` belong together must not depend on how fast the host is, so they always do. */
import readline from 'node:readline';
import readlinePromises from 'node:readline/promises';
import { copyModule } from './copy-module.ts';

type AnyFunction = (...args: never[]) => unknown;

/** Options as the first argument, or streams one by one. */
function patient(args: readonly unknown[]): readonly unknown[] {
  const [first] = args;
  if (typeof first !== 'object' || first === null || !('input' in first)) {
    const [input, output, completer, terminal] = args;
    return [{ input, output, completer, terminal, crlfDelay: Number.POSITIVE_INFINITY }];
  }
  return [{ ...first, crlfDelay: Number.POSITIVE_INFINITY }];
}

/** Callable with and without `new`, like the real one. */
function patientClass(Real: AnyFunction): unknown {
  return new Proxy(Real, {
    construct: (target, args, newTarget): object => {
      const made: unknown = Reflect.construct(target, patient(args), newTarget);
      return Object(made);
    },
    apply: (target, _self, args: readonly unknown[]): unknown => Reflect.construct(target, patient(args)),
  });
}

// Reason for the casts: classes are taken as plain functions, because a proxy stands in front of them.
const Interface = patientClass(readline.Interface as unknown as AnyFunction);
const PromisesInterface = patientClass(readlinePromises.Interface as unknown as AnyFunction); // Reason: as above.

function create(Class: unknown): AnyFunction {
  return (...args: never[]): unknown => Reflect.construct(Object(Class), args);
}

export const simReadlinePromises: Record<string, unknown> = copyModule(readlinePromises, {
  Interface: PromisesInterface,
  createInterface: create(PromisesInterface),
});

export const simReadline: Record<string, unknown> = copyModule(readline, {
  Interface,
  createInterface: create(Interface),
  promises: simReadlinePromises,
});
