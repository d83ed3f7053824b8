/** A query string with paths as keys, `a.b.c=1`; every level is an object without a prototype. */
type Tree = { [name: string]: Tree | string };

export function parse(text: string): Tree {
  const root = emptyTree();
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const path = pair.slice(0, equals).split('.');
    let at: Tree = root;
    for (const name of path.slice(0, -1)) {
      let next = at[name];
      if (next === undefined || typeof next === 'string') {
        next = emptyTree();
        at[name] = next;
      }
      at = next;
    }
    at[path.at(-1) ?? ''] = pair.slice(equals + 1);
  }
  return root;
}

function emptyTree(): Tree {
  return Object.create(null) as Tree; // Object.create knows no type
}
