/**
 * What TypeScript's compiler writes into files with decorators of the old kind, as `__decorate`, `__metadata` and `__param`, and into those with
 * `using`. Stripped code finds it at its module, so nothing has to be installed for it and no global has to hold it.
 */
import { type UsingContext, usingContext } from './using-context.ts';

/** The name by which stripped code asks for helpers. */
export const helpersName = 'babelHelpers';

type Decorator = (...args: readonly unknown[]) => unknown;
type Decorated = [target: object, key?: PropertyKey, descriptor?: PropertyDescriptor | null];

export interface CompilerHelpers {
  decorate(decorators: readonly (Decorator | undefined)[], ...decorated: Decorated): unknown;
  decorateMetadata(key: string, value: unknown): Decorator | undefined;
  decorateParam(index: number, decorator: Decorator): Decorator;
  usingCtx(): UsingContext;
}

/** `reflect` is the one of the language the module runs in: packages like reflect-metadata add to it. */
export function compilerHelpers(reflect: object): CompilerHelpers {
  const added = (name: string): Decorator | undefined => {
    const found: unknown = Reflect.get(reflect, name);
    // Reason for the cast: what it takes is the agreement of those who add it.
    return typeof found === 'function' ? (found as Decorator) : undefined;
  };
  return {
    decorate(decorators, ...[target, key, descriptor]) {
      const isClass = key === undefined;
      // A field has no descriptor, which is told by `undefined`; `null` asks for the one that is there.
      const before = descriptor === null && !isClass ? Reflect.getOwnPropertyDescriptor(target, key) : descriptor;
      const inOneCall = added('decorate');
      let result: unknown = isClass ? target : before;
      if (inOneCall !== undefined) result = isClass ? inOneCall(decorators, target) : inOneCall(decorators, target, key, before);
      else
        for (const decorator of decorators.toReversed()) {
          // Metadata that nobody collects is no decorator; a result that counts as nothing leaves what was there.
          if (decorator) result = (isClass ? decorator(result) : decorator(target, key, result)) || result;
        }
      if (!isClass && isDescriptor(result)) Object.defineProperty(target, key, result);
      return result;
    },
    decorateMetadata: (key, value) => added('metadata')?.(key, value) as Decorator | undefined, // as above
    decorateParam: (index, decorator) => (target, key) => void decorator(target, key, index),
    usingCtx: usingContext,
  };
}

function isDescriptor(value: unknown): value is PropertyDescriptor {
  return typeof value === 'object' && value !== null;
}
