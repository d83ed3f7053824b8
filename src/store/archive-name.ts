/** Whether the name of an archive's entry means a plain file below the target, and the same file, on every system. */

/** Windows opens devices under these names, whatever the extension, and does not mind blanks before it. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/iu;
const NAME_BYTES_MAX = 1024;
const PART_BYTES_MAX = 255;

/** What is wrong with the name, undefined if nothing is. A final slash marks a directory. */
export function nameFlaw(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return 'it is too long';
  if (/^[/\\]/u.test(name)) return 'it is absolute';
  if (/^[A-Za-z]:/u.test(name)) return 'it names a drive';
  if (name.includes('\\')) return 'it holds a backslash';
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(name)) return 'it holds a control character';
  // Marks that change the direction of text, or that nobody sees, make a name look like another.
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name)) return 'it holds an invisible character';
  for (const part of (name.endsWith('/') ? name.slice(0, -1) : name).split('/')) {
    const flaw = partFlaw(part);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function partFlaw(part: string): string | undefined {
  if (part === '') return 'it holds an empty part';
  if (part === '.' || part === '..') return `it holds '${part}'`;
  if (/[. ]$/u.test(part)) return 'a part of it ends in a dot or a blank';
  if (/[<>:"|?*]/u.test(part)) return 'it holds a character that names of files cannot have everywhere';
  if (DEVICES.test(part)) return 'it names a device';
  if (Buffer.byteLength(part) > PART_BYTES_MAX) return 'a part of it is too long';
  return undefined;
}

/** Two names with the same key are one file where case or the form of accents does not count. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
}
