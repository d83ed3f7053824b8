/**
 * How the records of a log lie on disk: one column per field of each kind, and for columns of texts
 * a guess. The texts of a record hang together (a task and a label mostly mean one step), so the text
 * that last stood behind the same earlier texts is expected again; being right costs almost nothing.
 */
import { type FieldType, isTextField, kindLayouts } from './kinds.ts';

export interface Column {
  readonly kind: number;
  /** Counted from the first slot of a record. */
  readonly slot: number;
  readonly type: FieldType;
  /** Slots of the texts that stand before this one in a record. */
  readonly earlierTexts: readonly number[];
}

/** In the order they are written. */
export const columns: readonly Column[] = kindLayouts.flatMap(({ fields }, kind) => {
  let slot = 1;
  const earlierTexts: number[] = [];
  return fields.map(({ type }) => {
    const column = { kind, slot, type, earlierTexts: [...earlierTexts] };
    if (isTextField(type)) earlierTexts.push(slot);
    slot += type === 'u64' ? 2 : 1;
    return column;
  });
});

/** Far more texts than programs have; beyond it contexts may fall together, which only makes guesses worse. */
const CONTEXT_BASE = 1 << 20;

/** One number for the texts before; `textAt` gives the id in a slot of the record. */
export function contextOf({ earlierTexts }: Column, textAt: (slot: number) => number): number {
  let context = 0;
  for (const slot of earlierTexts) context = context * CONTEXT_BASE + textAt(slot) + 1;
  return context;
}

export class TextGuess {
  readonly #last = new Map<number, number>();

  /** 0 for the expected text, any other by its id. */
  encode(context: number, id: number): number {
    const code = this.#last.get(context) === id ? 0 : id + 1;
    this.#last.set(context, id);
    return code;
  }

  /** -1, which is no text, where nothing could be expected yet. */
  decode(context: number, code: number): number {
    const id = code === 0 ? (this.#last.get(context) ?? -1) : code - 1;
    this.#last.set(context, id);
    return id;
  }
}
