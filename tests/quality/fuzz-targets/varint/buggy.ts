/** Decodes a list of variable-length integers. Planted: the fifth byte of a number is shifted as a signed one. */
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
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
    shift = 0;
  }
  return numbers;
}
