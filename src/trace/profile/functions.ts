/** From weighted call stacks to functions: what each took itself, and with everything it called. */
import { byWeight } from './group.ts';
import type { Frame, Stacks } from './profile.ts';

export interface FunctionCost extends Frame {
  /** Its place among the frames. */
  readonly frame: number;
  readonly self: number;
  readonly total: number;
  readonly count: number;
}

export function functionCosts({ frames, stacks }: Stacks): readonly FunctionCost[] {
  const self = new Float64Array(frames.length);
  const total = new Float64Array(frames.length);
  const count = new Float64Array(frames.length);
  for (const stack of stacks) {
    const leaf = stack.frames.at(-1);
    if (leaf === undefined) continue;
    self[leaf] = (self[leaf] ?? 0) + stack.value;
    count[leaf] = (count[leaf] ?? 0) + stack.count;
    // A function that calls itself is on the stack once, however deep.
    for (const frame of new Set(stack.frames)) total[frame] = (total[frame] ?? 0) + stack.value;
  }
  return frames
    .map((frame, index) => ({ ...frame, frame: index, self: self[index] ?? 0, total: total[index] ?? 0, count: count[index] ?? 0 }))
    .sort(byWeight<FunctionCost>((cost) => cost.self, functionName));
}

/** Lines move when a file is edited; the same function keeps its name and its file. */
export function functionName({ name, file }: Pick<Frame, 'name' | 'file'>): string {
  return file === '' ? name : `${name} (${file})`;
}
