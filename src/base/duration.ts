/** Durations as people write them: `250ms`, `3s`, `5m`, `1h`; the same for scenario fields and command line flags. */
export type DurationParse = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly message: string };

const msOf = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

/** Whole digits and one unit, surrounding blanks allowed; at most 2^53-1 ms, so the result is always exact. */
export function parseDuration(text: string): DurationParse {
  const trimmed = text.trim();
  if (trimmed === '') return invalid(text, 'it is empty');
  const digits = /^[0-9]*/.exec(trimmed)?.[0] ?? '';
  if (digits === '') return invalid(text, 'the number is missing');
  const unit = trimmed.slice(digits.length);
  if (unit === '') return invalid(text, 'the unit is missing');
  const factor = msOf.get(unit);
  if (factor === undefined) return invalid(text, `unknown unit ${JSON.stringify(unit)}`);
  const ms = Number(digits) * factor;
  return ms <= Number.MAX_SAFE_INTEGER ? { ok: true, ms } : invalid(text, 'it is too large (at most 9007199254740991ms)');
}

function invalid(text: string, rule: string): DurationParse {
  return {
    ok: false,
    message: `invalid duration ${JSON.stringify(text)}: ${rule}; write digits and a unit (ms, s, m, h), for example "250ms"`,
  };
}

/** The shortest text that parses back to exactly `ms`. */
export function renderDuration(ms: number): string {
  if (ms === 0) return '0ms';
  for (const [unit, factor] of msOf) {
    if (ms % factor === 0) return `${ms / factor}${unit}`;
  }
  return `${ms}ms`;
}
