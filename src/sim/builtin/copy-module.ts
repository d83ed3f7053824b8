/** A builtin that is Node's own but for some of its members. Getters stay getters, so that nothing is read, and warned about, too early. */

export function copyModule(real: object, replaced: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.defineProperties({}, Object.getOwnPropertyDescriptors(real));
  for (const [key, value] of Object.entries(replaced)) {
    if (value === undefined) delete copy[key];
    else Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return copy;
}
