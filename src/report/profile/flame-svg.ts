/** A flame graph as SVG: one picture without scripts, so that it opens anywhere. Widths are weights, names and numbers are in tooltips. */
import { compareText } from '../../base/compare.ts';
import type { NamedStack } from '../../trace/profile/flame-stacks.ts';
import type { Frame } from '../../trace/profile/profile.ts';
import { visible } from '../visible.ts';
import { frameLabel } from './frame-label.ts';

const WIDTH = 1200;
const ROW = 18;
const TOP = 36;
/** Narrower ones could neither be seen nor pointed at. */
const NARROWEST = 0.4;
/** Of the font, on average. */
const CHAR_WIDTH = 6.6;

export interface FlameTitle {
  readonly title: string;
  /** How a weight is told, such as "12.5 ms". */
  readonly weigh: (value: number) => string;
}

interface Node {
  readonly label: string;
  readonly origin: Frame['origin'];
  value: number;
  readonly children: Map<string, Node>;
}

export function renderFlameSvg(stacks: readonly NamedStack[], { title, weigh }: FlameTitle): string {
  const root = treeOf(stacks);
  const height = TOP + ROW * depthOf(root) + ROW;
  const bars: string[] = [];
  const draw = (node: Node, x: number, depth: number): void => {
    const width = (WIDTH * node.value) / Math.max(root.value, Number.MIN_VALUE);
    if (width < NARROWEST) return;
    bars.push(bar({ node, x, width, y: TOP + depth * ROW, share: node.value / Math.max(root.value, Number.MIN_VALUE), weigh }));
    let left = x;
    for (const child of [...node.children.values()].sort((a, b) => compareText(a.label, b.label))) {
      draw(child, left, depth + 1);
      left += (WIDTH * child.value) / Math.max(root.value, Number.MIN_VALUE);
    }
  };
  draw(root, 0, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">`,
    `<title>${escapeXml(title)}</title>`,
    '<desc>made by fozzy</desc>',
    `<rect width="${WIDTH}" height="${height}" fill="#fffdf8"/>`,
    `<text x="8" y="22" font-size="14" fill="#333">${escapeXml(title)} · ${escapeXml(weigh(root.value))}</text>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

function treeOf(stacks: readonly NamedStack[]): Node {
  const root: Node = { label: 'all', origin: 'engine', value: 0, children: new Map() };
  for (const { frames, value } of stacks) {
    root.value += value;
    let node = root;
    for (const frame of frames) {
      const label = frameLabel(frame);
      let child = node.children.get(label);
      if (child === undefined) {
        child = { label, origin: frame.origin, value: 0, children: new Map() };
        node.children.set(label, child);
      }
      child.value += value;
      node = child;
    }
  }
  return root;
}

function depthOf(node: Node): number {
  let deepest = 0;
  for (const child of node.children.values()) deepest = Math.max(deepest, depthOf(child));
  return 1 + deepest;
}

interface Bar {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly share: number;
  readonly weigh: (value: number) => string;
}

function bar({ node, x, y, width, share, weigh }: Bar): string {
  const room = Math.floor((width - 6) / CHAR_WIDTH);
  const shown = room < 3 ? '' : node.label.length <= room ? node.label : `${node.label.slice(0, room - 1)}…`;
  const tip = `${node.label}: ${weigh(node.value)} (${(100 * share).toFixed(1)} %)`;
  const text = shown === '' ? '' : `<text x="${round(x + 3)}" y="${y + 12}" fill="#1a1a1a">${escapeXml(shown)}</text>`;
  const rect = `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${ROW - 1}" rx="1" fill="${colour(node)}"/>`;
  return `<g><title>${escapeXml(tip)}</title>${rect}${text}</g>`;
}

/** Warm for the user's code, cool for everybody else's; the same function always has the same shade. */
function colour({ label, origin }: Node): string {
  let hash = 0;
  for (let index = 0; index < label.length; index += 1) hash = (hash * 31 + label.charCodeAt(index)) % 9973;
  const shade = hash % 20;
  switch (origin) {
    case 'user':
      return `hsl(${20 + shade}, 90%, ${62 + (hash % 8)}%)`;
    case 'package':
      return `hsl(${150 + shade}, 45%, ${68 + (hash % 6)}%)`;
    case 'node':
      return `hsl(${205 + shade}, 45%, ${76 + (hash % 6)}%)`;
    case 'engine':
      return `hsl(0, 0%, ${82 + (hash % 6)}%)`;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escapeXml(text: string): string {
  return visible(text).replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);
}
