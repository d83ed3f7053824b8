/** Opens a scenario or simulation that inputs drive. It has a world of its own, so nothing around it is replaced. */
import { drivenTarget } from '../driven/driven-target.ts';
import type { DrivenSubject } from '../driven/driven-subject.ts';
import { Edges } from '../feedback/edges.ts';
import { bytesForm } from '../input/bytes-form.ts';
import { encodeText } from '../input/text-codec.ts';
import type { OpenedTarget } from './opened-target.ts';
import type { DrivenOrder, WorkerOrder } from './protocol.ts';

const SEEDS_MAX = 256;

export type OpenDriven = (order: DrivenOrder) => Promise<DrivenSubject>;

export async function openDriven(order: WorkerOrder, driven: DrivenOrder, open: OpenDriven): Promise<OpenedTarget> {
  const subject = await open(driven);
  const { parts, features } = drivenTarget(subject, driven.seed, { root: order.root, told: order.target.told });
  const edges = new Edges();
  edges.attach(features.counters, new Uint8Array(features.counters.length).fill(1));
  return {
    target: parts,
    form: bytesForm,
    edges,
    modules: () => [],
    // A whole word is often what a step compares the input with.
    declared: { seeds: subject.words.slice(0, SEEDS_MAX).map(encodeText), dictionary: subject.words, maxSize: undefined },
    facts: () => subject.facts(),
    coverage: () => subject.files(),
    refusal: () => undefined,
  };
}
