/** Which failures are one failure: class and message of the error without numbers and quoted text, where it came from, and what caused it. */
import { withoutCodeFrame } from './code-frame.ts';
import { type Echoed, withoutEchoes, withoutLines } from './echoes.ts';
import type { RawFinding } from './raw-finding.ts';

const FRAMES = 3;
const CAUSES_MAX = 4;
const MESSAGE_MAX = 500;

/** Messages of V8 and Node that repeat what they were given, as it is. What an expression is refused for is told behind it, and stays. */
const REPEATING =
  /^(?<before>Cannot convert |Cannot (?:add|define) property |Cannot redefine property: |Cannot (?:read|set) properties of (?:undefined|null) \((?:read|sett)ing |Invalid regular expression: |Invalid time zone specified: |Invalid currency code : |Unknown encoding: |Value )[^]*?(?<after> to a BigInt| out of range for [^]*|, object is not extensible|\)|: (?:Unterminated|Unmatched|Nothing|Range|Invalid|Lone|Incomplete|Duplicate|Stack|Regular|Bad|numbers|Too|Property)[^]*|)$/u;
/** These repeat a name and what it was to be a property of. */
const REPEATING_TWICE =
  /^(?<before>Cannot (?:create|delete) property |Cannot assign to read only property )[^]*?(?<after> (?:on|of) (?:string|number|boolean|bigint|symbol|object)) [^]*$/u;

/** Parsers that are made from a grammar list all they would have taken: wherever they refuse, they refuse. */
const GRAMMAR = /^Expected [^]+ but [^]+ found\.?$/u;

/** Numbers, quoted text and everything that looks like a piece of the input are blanked. */
export function blankMessage(message: string): string {
  return (
    withoutCodeFrame(message)
      .replace(GRAMMAR, 'Expected … but … found')
      .replace(REPEATING, '$<before>…$<after>')
      .replace(REPEATING_TWICE, '$<before>…$<after> …')
      // A single character may be a quote or a backslash itself.
      .replace(/(?<quote>["'`])[^]\k<quote>|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/gu, '…')
      .replace(/["'`].*$/su, '…')
      .replace(/(?:0x[\da-f]+|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)n?/giu, '#')
      .replace(/[^\u0020-\u007e…]+/gu, '?')
      .slice(0, MESSAGE_MAX)
  );
}

/** A name for anything that can be thrown. */
export function errorText(error: unknown): { readonly name: string; readonly message: string } {
  try {
    if (error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)) {
      const { name, message } = error as { readonly name?: unknown; readonly message?: unknown }; // both may be anything
      // What its class is called is asked last: that costs more than everything else here.
      const told = typeof name === 'string' && name !== '' && name !== 'Error' ? name : (error.constructor?.name ?? 'Error');
      return { name: told, message: String(message) };
    }
    return {
      name: `thrown ${error === null ? 'null' : typeof error}`,
      message: typeof error === 'string' || typeof error === 'number' || typeof error === 'bigint' ? `${error}` : '',
    };
  } catch {
    return { name: 'thrown value', message: 'it cannot be told: reading it throws' };
  }
}

/** The functions of the project in a stack, innermost first. */
export function projectFrames(stack: string, root: string): readonly string[] {
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    const match = /^\s*at (?:async )?(?:(?<name>.*?) \()?(?:file:\/\/)?(?<file>\/[^():]*)(?::\d+:\d+)?\)?$/u.exec(line);
    const file = match?.groups?.['file'];
    if (file === undefined || !file.startsWith(`${root}/`)) continue;
    const name = (match?.groups?.['name'] ?? '').replace(/^new /u, '').replace(/ \[as .*\]$/u, '');
    frames.push(`${file.slice(root.length + 1)} ${name}`);
  }
  return frames;
}

/** From an error with a full stack to what is reported. */
export function findingOf(error: unknown, stack: string | undefined, root: string, echoed?: Echoed): RawFinding {
  const { name, message } = errorText(error);
  const frames = projectFrames(stack ?? '', root);
  const overflow = name === 'RangeError' && message === 'Maximum call stack size exceeded';
  const bucket = [
    name,
    blankedMessage(message, echoed),
    // A recursion is cut anywhere in its circle, so its frames are a set.
    // However deep a recursion went, it is the same place.
    ...(overflow ? [...new Set(frames.slice(0, 8))].toSorted().slice(0, FRAMES) : [...new Set(frames)].slice(0, FRAMES)),
    ...causesOf(error, echoed),
  ];
  return {
    kind: 'target_behavior',
    title: overflow ? 'stack_overflow' : 'uncaught_error',
    message: `${name}${message === '' ? '' : `: ${message}`}`.slice(0, MESSAGE_MAX),
    bucket: bucket.join('\n'),
    ...(stack === undefined ? {} : { stack }),
  };
}

/** What points into the input is told by its caret, which may be a repetition of its own. */
function blankedMessage(message: string, echoed: Echoed | undefined): string {
  return blankMessage(echoed === undefined ? message : withoutEchoes(withoutCodeFrame(withoutLines(message, echoed)), echoed));
}

function causesOf(error: unknown, echoed: Echoed | undefined): readonly string[] {
  const causes: string[] = [];
  let cause = causeOf(error);
  while (cause !== undefined && causes.length < CAUSES_MAX) {
    const { name, message } = errorText(cause);
    causes.push(`caused by ${name} ${blankedMessage(message, echoed)}`);
    cause = causeOf(cause);
  }
  return causes;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
