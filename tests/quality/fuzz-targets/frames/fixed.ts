/** Unpacks frames: 0x7e, a count in four bytes, a value that stands for as many. A count beyond what a frame may hold ends the reading. */
export function unpack(bytes: Uint8Array): number {
  const values: { value: number }[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 6 <= bytes.length; at += 6) {
    if (bytes[at] !== 0x7e) break;
    const count = view.getUint32(at + 1);
    if (count > 1024) break;
    for (let copy = 0; copy < count; copy += 1) values.push({ value: (bytes[at + 5] ?? 0) + copy });
  }
  return values.length;
}
