/** Text of a step at the moment it starts: references replaced by kv values, missing keys named with their nearest neighbour. */
import { isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import { setMember } from '../base/json-text.ts';
import { nearest } from '../base/nearest.ts';
import type { TextMatch } from '../base/text-match.ts';
import type { Match, Text } from '../scenario/text.ts';
import { parseText } from '../scenario/text.ts';
import type { KvPort } from '../world/kv/port.ts';
import { failed, StepFailed } from './failure.ts';
import { FUZZ_INPUT, FUZZ_INPUT_HEX } from './fuzz-values.ts';

export function resolveText(text: Text, kv: KvPort): string {
  if (typeof text === 'string') return text;
  let result = '';
  for (const part of text.parts) result += typeof part === 'string' ? part : valueOf(part.key, kv);
  return result;
}

/** Only a fuzz run fills these; elsewhere both are empty. */
const FUZZ_KEYS: ReadonlySet<string> = new Set([FUZZ_INPUT, FUZZ_INPUT_HEX]);

function valueOf(key: string, kv: KvPort): string {
  const value = kv.get(key);
  if (value !== undefined) return value;
  if (FUZZ_KEYS.has(key)) return '';
  const near = nearest(key, [...kv.keys()]);
  const hint = near === undefined ? 'no key has been set under a similar name' : `did you mean "${near}"?`;
  throw new StepFailed(
    failed('checker', 'interpolation_missing', `\${${key}} names no key; ${hint}`, {
      key,
      ...(near === undefined ? {} : { nearest: near }),
    }),
  );
}

export function resolveMatch(match: Match, kv: KvPort): TextMatch {
  return match.kind === 'matches' ? match : { kind: match.kind, text: resolveText(match.text, kv) };
}

/** Strings nested in JSON; keys stay as written. A whole-string reference stays a string. */
export function resolveJson(value: Json, kv: KvPort): Json {
  if (typeof value === 'string') return value.includes('${') ? resolveText(parseText(value), kv) : value;
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map((item) => resolveJson(item, kv));
  const resolved: { [key: string]: Json } = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) setMember(resolved, key, resolveJson(member, kv));
  }
  return resolved;
}
