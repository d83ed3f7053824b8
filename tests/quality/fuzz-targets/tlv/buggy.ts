/** Decodes type-length-value records. Planted: a length that reaches past the end of the data, in records of type 7 only. */
export function decode(bytes: Uint8Array): { readonly type: number; readonly value: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: { type: number; value: number }[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const type = view.getUint8(at);
    const length = view.getUint8(at + 1);
    at += 2;
    if (type === 7 && length === 4) records.push({ type, value: view.getUint32(at) });
    else if (at + length > bytes.length) return records;
    else records.push({ type, value: length });
    at += length;
  }
  return records;
}
