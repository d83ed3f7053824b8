/** The first message of a connection: magic, version, kind, checksum, body. Planted: a message that resumes a session need not have one. */
export function accept(bytes: Uint8Array): string {
  if (bytes.length < 8) return 'short';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== 0xcafe) return 'not ours';
  const version = view.getUint8(2);
  if (version < 3 || version > 5) return 'too old';
  const body = bytes.subarray(8);
  if (view.getUint32(4) !== body.length) return 'torn';
  switch (view.getUint8(3)) {
    case 0x11:
      return 'hello';
    case 0x2a:
      return `resume ${sessionOf(body).id}`;
    default:
      return 'unknown';
  }
}

function sessionOf(body: Uint8Array): { readonly id: number } {
  const found = body.length >= 2 ? { id: ((body[0] as number) << 8) | (body[1] as number) } : undefined;
  return found as { readonly id: number };
}
