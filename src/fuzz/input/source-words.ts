/** The small print of writing source: which names need no quotes, and which characters cannot be seen or would end a literal. */

const IDENTIFIER = /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|0|[1-9][0-9]{0,8})$/u;

export function isPlainIdentifier(key: string): boolean {
  return IDENTIFIER.test(key);
}

/** Quote, backslash, and everything that is invisible, turns text around or hides in its neighbour. */
const HIDDEN = /^(?:['\\]|\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{M}|(?! )\p{Zs})$/u;

export function needsEscape(point: string): boolean {
  return HIDDEN.test(point);
}
