/** An explanation with stacks turned into places: lines of the user's code, and of the scenario where a step of a script is meant. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseJson, type JsonNode } from '../../base/json-text.ts';
import { lineIndex } from '../../base/line-index.ts';
import type { ExplainedStep, Necessity, Race } from '../../campaign/explain/explain-run.ts';
import type { BlockWatch } from '../../sim/load/block-watch.ts';
import type { CodePlace, ToldNecessity, ToldRace, ToldStep } from '../../report/explanation.ts';
import { projectPath } from '../project-path.ts';
import { placesOf } from './eyes.ts';

export interface Teller {
  readonly mapStack: (stack: string) => string;
  readonly root: string;
  readonly blocks: BlockWatch | undefined;
  /** The scenario as the user wrote it, of a distributed one. */
  readonly scenarioPath: string | undefined;
}

export function toldNecessity({ stack, first, second, ...rest }: Necessity, teller: Teller): ToldNecessity {
  const [place] = placesOf(stack, teller.mapStack, teller.root);
  return {
    ...rest,
    ...(first === undefined ? {} : { first: toldStep(first, teller) }),
    ...(second === undefined ? {} : { second: toldStep(second, teller) }),
    ...(place === undefined ? {} : { place }),
  };
}

export function toldRace({ first, second, ...rest }: Race, teller: Teller): ToldRace {
  return { ...rest, first: toldStep(first, teller), second: toldStep(second, teller) };
}

function toldStep({ name, events, asked, ran, blocks }: ExplainedStep, teller: Teller): ToldStep {
  const { mapStack, root } = teller;
  const [askedAt = scenarioPlace(name, teller)] = placesOf(asked, mapStack, root);
  const seen = ran.flatMap((stack) => placesOf(stack, mapStack, root).slice(0, 1));
  // Code that calls nothing is seen by its counters alone; where stacks are known they say more.
  const places = new Map((seen.length > 0 ? seen : blockPlaces(blocks, teller)).map((place) => [`${place.file}:${place.line}`, place]));
  return { name, events, ...(askedAt === undefined ? {} : { askedAt }), ranAt: [...places.values()] };
}

function blockPlaces(blocks: readonly number[], { blocks: watch, root }: Teller): readonly CodePlace[] {
  return blocks.flatMap((number) => {
    const at = watch?.placeOf(number);
    return at === undefined ? [] : [{ file: projectPath(at.path, root), line: at.line, column: at.column }];
  });
}

/** The names of script steps end with their place in the scenario. */
function scenarioPlace(name: string, { scenarioPath, root }: Teller): CodePlace | undefined {
  const pointer = / (?<pointer>\/distributed\/\S+)$/u.exec(name)?.groups?.['pointer'];
  if (pointer === undefined || scenarioPath === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(resolve(root, scenarioPath), 'utf8');
  } catch {
    // A trace outlives its scenario.
    return undefined;
  }
  const parsed = parseJson(text);
  const node = parsed.ok ? nodeAt(parsed.root, pointer.split('/').slice(1)) : undefined;
  return node === undefined ? undefined : { file: scenarioPath, ...lineIndex(text).at(node.start) };
}

function nodeAt(node: JsonNode, [key, ...rest]: readonly string[]): JsonNode | undefined {
  if (key === undefined) return node;
  const inner =
    node.kind === 'array'
      ? node.items[Number(key)]
      : node.kind === 'object'
        ? node.members.find((each) => each.key === key)?.value
        : undefined;
  return inner === undefined ? undefined : nodeAt(inner, rest);
}
