/** Decodes a list of variable-length integers, as unsigned ones of 35 bits. */
export function decode(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const byte of bytes) {
    if (shift > 28) {
      value = 0;
      shift = 0;
      continue;
    }
    value += (byte % 128) * 2 ** shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
    shift = 0;
  }
  return numbers;
}
