/** The node a fault is for. Anything but a handle would match nothing, and the fault would never happen without a word. */

export interface Named {
  readonly name: string;
}

/** Where a fault is for one node and no other; nobody at all would be everybody. */
export function checkOneNode(node: unknown, call: string): void {
  if (node === undefined) throw new TypeError(`${call}: the node must be what sim.node(…) returned, not undefined`);
  checkNode(node, call);
}

export function checkNode(node: unknown, call: string): void {
  if (node === undefined) return;
  const name: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, 'name') : undefined;
  if (typeof name === 'string') return;
  const given = typeof node === 'string' ? `'${node}'` : typeof node;
  throw new TypeError(`${call}: the node must be what sim.node(…) returned, not ${given}`);
}
