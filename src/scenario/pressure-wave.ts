/** Pressure waves: cyclic size multipliers written as `1,2,4`. Shared by the step and the memory options. */

/** More multipliers than this are no wave a person wrote. */
const multipliersMax = 4096;

/** Undefined if the text is no wave. */
export function parsePressureWave(pattern: string): readonly number[] | undefined {
  const parts = pattern.split(',', multipliersMax + 1);
  if (parts.length > multipliersMax) return undefined;
  const wave: number[] = [];
  for (const part of parts) {
    const digits = part.trim();
    const value = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
    if (value < 1 || !Number.isSafeInteger(value)) return undefined;
    wave.push(value);
  }
  return wave;
}
