/**
 * Draws the conclusions that plain values allow: whoever wrote a key and came before a reader of it came before the version that was read;
 * and whoever wrote it and came after that version came after the reader. Each conclusion may allow others, so it goes on for a few rounds;
 * it need not find all of them, because an order is looked for afterwards.
 */
import { shownValue } from '../value-text.ts';
import { Edge } from './anomaly.ts';
import type { Facts, SeenWrite } from './facts.ts';

/** Conclusions that take more rounds are rare, and each round walks over all reads. */
const ROUNDS_MAX = 4;

export function saturate(facts: Facts): void {
  const { graph, committed, seenWrites: reads } = facts;
  const known = new Set<number>();
  const pairOf = (from: number, to: number) => from * graph.size + to;
  for (let edge = 0; edge < graph.edgeCount; edge += 1) known.add(pairOf(graph.from(edge), graph.to(edge)));
  const writes = committed.map(({ actions }) => new Set(actions.flatMap(({ kind, keyText }) => (kind === 'write' ? [keyText] : []))));
  const numberOf = (node: number) => `#${committed[node]?.number}`;
  for (let round = 0, before = -1; round < ROUNDS_MAX && before !== graph.edgeCount; round += 1) {
    before = graph.edgeCount;
    const incoming = incomingOf(facts);
    for (const { reader, writer, keyText, key } of reads) {
      for (const other of incoming[reader] ?? []) {
        if (other === writer || writes[other]?.has(keyText) !== true || known.has(pairOf(other, writer))) continue;
        known.add(pairOf(other, writer));
        const reason = () => `${numberOf(other)} wrote ${shownValue(key)} before ${numberOf(reader)} read what ${numberOf(writer)} wrote`;
        graph.add(other, writer, Edge.concluded, reason);
      }
    }
    addAfter(facts, writes, known);
  }
}

function addAfter(facts: Facts, writes: readonly ReadonlySet<string>[], known: Set<number>): void {
  const { graph, committed, seenWrites: reads } = facts;
  const { starts, outgoing } = graph;
  const found: { readonly from: number; readonly to: number; readonly read: SeenWrite }[] = [];
  for (const read of reads) {
    for (let at = starts[read.writer] ?? 0; at < (starts[read.writer + 1] ?? 0); at += 1) {
      const other = graph.to(outgoing[at] ?? 0);
      const pair = read.reader * graph.size + other;
      if (other === read.reader || writes[other]?.has(read.keyText) !== true || known.has(pair)) continue;
      known.add(pair);
      found.push({ from: read.reader, to: other, read });
    }
  }
  for (const { from, to, read } of found) {
    const reason = () =>
      `#${committed[from]?.number} read ${shownValue(read.key)} as #${committed[read.writer]?.number} wrote it, before #${committed[to]?.number} wrote it`;
    graph.add(from, to, Edge.concluded, reason);
  }
}

function incomingOf({ graph }: Facts): readonly number[][] {
  const incoming: number[][] = Array.from({ length: graph.size }, () => []);
  for (let edge = 0; edge < graph.edgeCount; edge += 1) incoming[graph.to(edge)]?.push(graph.from(edge));
  return incoming;
}
