/** When nothing says what a function takes, bytes and texts are tried in turn, and the form that gets further is taken. */
import { Buffer } from 'node:buffer';
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import { inferArguments } from '../infer/infer-input.ts';
import { bytesForm } from '../input/bytes-form.ts';
import { choicesForm } from '../input/choices-form.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { BytesGen, StringGen } from '../input/gen-scalar.ts';
import { stringForm } from '../input/string-form.ts';
import { siteTable } from '../../sim/load/sites.ts';
import type { SharedState } from '../loop/shared-state.ts';
import { invalidTarget } from '../target/target-problem.ts';
import type { WorkerOrder } from './protocol.ts';
import type { TargetFunction } from '../target/load-target.ts';
import { pin } from '../target/pinned-world.ts';

const TRIES = 48;
const SIZE_MAX = 48;
/** Passes through code, many times as many as a call needs that comes back: what an input does that does not is left to the search. */
const PASSES_MAX = 1 << 20;
/** A block like no other. */
const NO_WAY_BACK = -1;
/** The part of the blocks that texts have to reach. */
const TEXT_PART_MIN = 0.8;

/** An input is opaque to everybody but its form. */
export type AnyForm = InputForm<unknown>;

// Reason for the casts: an input never meets another form than the one it was made by.
const [bytes, text] = [bytesForm as AnyForm, stringForm as AnyForm];

export interface WrittenForm {
  readonly form: AnyForm;
  /** What is not said and had to be guessed. */
  readonly guess?: string;
}

/** What was asked for; else what the types of the parameters say, if they say anything. */
export async function writtenForm(order: WorkerOrder): Promise<WrittenForm | undefined> {
  if (order.form === 'bytes') return { form: bytes };
  if (order.form === 'string') return { form: text };
  const { path, exported = 'default' } = order.target;
  const inferred = await inferArguments(path, exported);
  if (inferred === undefined) return undefined;
  const [only, ...more] = inferred.parameters;
  if (more.length === 0 && only instanceof BytesGen && only.isPlain) return { form: bytes };
  if (more.length === 0 && only instanceof StringGen && only.isPlain) return { form: text };
  const form = choicesForm(inferred.generator);
  const unread = inferred.notes.join(', ');
  return unread === '' ? { form } : { form, guess: `${unread} could not be read off its types, and any value is tried there` };
}

/** Whatever gets further. */
export async function triedForm(order: WorkerOrder, call: TargetFunction, edges: Edges, shared: SharedState): Promise<AnyForm> {
  const { told } = order.target;
  if (order.form === 'choices')
    throw invalidTarget(`${told}: nothing says any more what it takes`, 'give its parameters types again, or record it anew');
  const contents = sampleContents();
  const sites = siteTable();
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const asBytes = await attempt(bytes);
  const asText = await attempt(text);
  Error.stackTraceLimit = limit;
  return takesText(asBytes, asText) ? text : bytes;

  async function attempt(form: AnyForm): Promise<Trial> {
    const blocks = new Set<number>();
    let wrongTypes = 0;
    let madeTexts = 0;
    for (const content of contents) {
      const args = form.args(form.decode(content));
      const wasMadeText = watchText(args[0]);
      edges.reset();
      pin();
      shared.begin(0, content);
      sites.refuel(PASSES_MAX);
      try {
        await call(...args);
      } catch (error) {
        // The error of a function that was given something else than it takes.
        if (error instanceof TypeError) wrongTypes += 1;
      }
      shared.end();
      if (wasMadeText()) madeTexts += 1;
      // Without fuel all counters are at their brink and say nothing, but not to come back is to have got somewhere, too.
      if (sites.exhausted) blocks.add(NO_WAY_BACK);
      else for (const block of edges.peekBlocks()) blocks.add(block);
      sites.reset();
    }
    return { blocks: blocks.size, wrongTypes, madeTexts };
  }
}

interface Trial {
  readonly blocks: number;
  readonly wrongTypes: number;
  /** Calls that made a text of their bytes. */
  readonly madeTexts: number;
}

function takesText(asBytes: Trial, asText: Trial): boolean {
  if (asBytes.wrongTypes !== asText.wrongTypes && Math.max(asBytes.wrongTypes, asText.wrongTypes) > TRIES / 2)
    return asText.wrongTypes < asBytes.wrongTypes;
  // What makes a text of its bytes takes texts as well, and those can be read; all they miss is how it is made.
  const needed = asBytes.madeTexts > TRIES / 2 ? asBytes.blocks * TEXT_PART_MIN : asBytes.blocks + 1;
  return asText.blocks >= needed;
}

/** Both forms are given the same, so that what they reach can be compared: texts and bytes by turns. */
function sampleContents(): readonly Uint8Array[] {
  const random = FuzzRandom.of({ hi: 0, lo: 0 }, 'form');
  return Array.from({ length: TRIES }, (_, index) => {
    const form = index % 2 === 0 ? text : bytes;
    return form.encode(form.generate(random, SIZE_MAX));
  });
}

/** Whether bytes are asked for their text; `String(bytes)` and the like ask too. */
function watchText(argument: unknown): () => boolean {
  let isAsked = false;
  if (Buffer.isBuffer(argument)) {
    const buffer = argument;
    const toString = (...how: Parameters<Buffer['toString']>): string => {
      isAsked ||= how[0] === undefined || /^utf-?8$/iu.test(how[0]);
      return Buffer.prototype.toString.apply(buffer, how);
    };
    Object.defineProperty(buffer, 'toString', { value: toString });
  }
  return () => isAsked;
}
