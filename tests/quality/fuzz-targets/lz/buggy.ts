/** Unpacks text with back references: 0x01, then how far back to begin, copied up to the present. Planted: what begins at the present never gets there. */
export function unpack(bytes: Uint8Array): number {
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 1 || at + 1 >= bytes.length) {
      size += 1;
      continue;
    }
    at += 1;
    const distance = bytes[at] ?? 0;
    let copied = 0;
    do copied += distance;
    while (copied < Math.max(distance, 8));
    size += copied;
  }
  return size;
}
