/** Zip files as nobody honest writes them: every field can be set to a lie. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeEntry {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array | string;
  readonly method?: number;
  readonly mode?: number;
  readonly flags?: number;
  /** What the headers say instead of the truth. */
  readonly says?: {
    readonly sizeBytes?: number;
    readonly packedBytes?: number;
    readonly crc?: number;
    readonly localName?: string;
    readonly offset?: number;
  };
  /** Instead of the packed content. */
  readonly packed?: Uint8Array;
}

export function makeZip(
  entries: readonly MadeEntry[],
  over: { readonly count?: number; readonly comment?: string; readonly between?: Uint8Array } = {},
): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, record } = makeEntry(entry, at);
    locals.push(local);
    central.push(record);
    at += local.length;
  }
  const between = over.between ?? new Uint8Array();
  const directory = Buffer.concat(central);
  const comment = Buffer.from(over.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(over.count ?? entries.length, 8);
  end.writeUInt16LE(over.count ?? entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at + between.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, between, directory, end, comment]);
}

function makeEntry(entry: MadeEntry, at: number): { readonly local: Buffer; readonly record: Buffer } {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const name = Buffer.from(entry.name);
  const localName = Buffer.from(entry.says?.localName ?? name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(entry.flags ?? 0x0800, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt32LE(entry.says?.crc ?? crc32(content), 10);
  shared.writeUInt32LE(entry.says?.packedBytes ?? packed.length, 14);
  shared.writeUInt32LE(entry.says?.sizeBytes ?? content.length, 18);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(0x0403_4b50);
  shared.writeUInt16LE(localName.length, 22);
  const local = Buffer.concat([signature, Buffer.from(shared), localName, packed]);
  shared.writeUInt16LE(name.length, 22);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(0x0314, 4);
  shared.copy(record, 6);
  record.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
  record.writeUInt32LE(entry.says?.offset ?? at, 42);
  return { local, record: Buffer.concat([record, name]) };
}
