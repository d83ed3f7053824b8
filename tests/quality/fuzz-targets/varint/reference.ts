/** What the decoders of variable-length integers are held against: the slow and obvious way. */
export function decode(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let group: number[] = [];
  for (const byte of bytes) {
    if (group.length === 5) {
      group = [];
      continue;
    }
    group.push(byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(group.reduceRight((sum, part) => sum * 128 + part, 0));
    group = [];
  }
  return numbers;
}
