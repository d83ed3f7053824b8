/**
 * The state of a store while orders are searched: a number per key, in a tree whose parts are shared by all states that have them in common.
 * A write copies one branch, so a state costs a few hundred bytes however many keys there are.
 */
const WIDTH_BITS = 4;
const WIDTH = 1 << WIDTH_BITS;

type Node = readonly (Node | number)[];

export class Cells {
  readonly #root: Node;
  /** Levels above the leaves. */
  readonly #height: number;
  /** Made of all keys and their numbers, in any order. */
  readonly hash: number;

  private constructor(root: Node, height: number, hash: number) {
    this.#root = root;
    this.#height = height;
    this.hash = hash;
  }

  /** All zero. */
  static empty(count: number): Cells {
    let height = 0;
    let root: Node = Array.from({ length: WIDTH }, () => 0);
    for (let room = WIDTH; room < count; room *= WIDTH) {
      const below = root;
      root = Array.from({ length: WIDTH }, () => below);
      height += 1;
    }
    return new Cells(root, height, 0);
  }

  get(cell: number): number {
    let node: Node | number | undefined = this.#root;
    for (let level = this.#height; level >= 0; level -= 1) {
      node = typeof node === 'object' ? node[(cell >> (level * WIDTH_BITS)) & (WIDTH - 1)] : node;
    }
    return typeof node === 'number' ? node : 0;
  }

  with(cell: number, value: number): Cells {
    const before = this.get(cell);
    if (before === value) return this;
    const hash = this.hash ^ mixed(cell, before) ^ mixed(cell, value);
    return new Cells(replaced(this.#root, this.#height, cell, value), this.#height, hash);
  }

  equals(other: Cells): boolean {
    return sameNode(this.#root, other.#root);
  }
}

function replaced(node: Node, level: number, cell: number, value: number): Node {
  const at = (cell >> (level * WIDTH_BITS)) & (WIDTH - 1);
  const below = node[at];
  const copy = node.slice();
  copy[at] = typeof below === 'object' ? replaced(below, level - 1, cell, value) : value;
  return copy;
}

function sameNode(a: Node, b: Node): boolean {
  if (a === b) return true;
  return a.every((each, at) => {
    const other = b[at];
    return typeof each === 'object' && typeof other === 'object' ? sameNode(each, other) : each === other;
  });
}

/** 0 for 0, so that an empty store needs no hash. */
function mixed(cell: number, value: number): number {
  if (value === 0) return 0;
  let x = Math.imul(cell + 1, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35);
  return x ^ (x >>> 13);
}
