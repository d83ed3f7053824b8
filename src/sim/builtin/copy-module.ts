/** A builtin that is Node's own but for some of its members. Getters stay getters, so that nothing is read, and warned about, too early. */

export function copyModule(real: object, replaced: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(real))) {
    if (!(key in replaced)) Object.defineProperty(copy, key, { ...descriptor, configurable: true });
  }
  return Object.assign(copy, replaced);
}
