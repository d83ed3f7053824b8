/** Lays the user's settings, JSON, over the defaults. Planted: `__proto__` of the user is laid over the prototype of everything. */
type Tree = { [name: string]: unknown };

export function load(text: string): Tree {
  const read = readJson(text);
  const defaults: Tree = { theme: { name: 'light' }, size: 12 };
  return isTree(read) ? merge(defaults, read) : defaults;
}

function merge(into: Tree, from: Tree): Tree {
  for (const name of Object.keys(from)) {
    const old = into[name];
    const next = from[name];
    if (isTree(old) && isTree(next)) merge(old, next);
    else into[name] = next;
  }
  return into;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
