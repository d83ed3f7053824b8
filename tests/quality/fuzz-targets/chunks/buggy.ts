/** Reads a picture of chunks: `FZP1`, then length, type and data of each. Planted: a palette entry is looked up in a palette that never came. */
export function size(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== 0x465a5031) return 0;
  let at = 4;
  let palette: Uint8Array | undefined;
  let pixels = 0;
  while (at + 6 <= bytes.length) {
    const length = view.getUint16(at);
    const type = String.fromCharCode(...bytes.subarray(at + 2, at + 6));
    const data = bytes.subarray(at + 6, at + 6 + length);
    if (data.length < length) return pixels;
    at += 6 + length;
    if (type === 'HEAD') pixels += data.length;
    else if (type === 'PLTE') palette = data;
    else if (type === 'tRNS') pixels += transparent(data, palette as Uint8Array);
    else if (type === 'IEND') break;
  }
  return pixels;
}

function transparent(data: Uint8Array, palette: Uint8Array): number {
  return data.filter((entry) => entry < palette.length).length;
}
