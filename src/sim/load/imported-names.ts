/**
 * Names in messages of errors. The engine says `$fzi0.default is not a function`, because that is what runs; the user called it `connect`.
 * What a text says was made from the user's is found by looking for it there.
 */
import type { EditedText } from './edits.ts';

const READ = /\(0 , (?<called>\$fz_*i\d+(?:\.[\p{ID_Continue}$]+)?)\)|(?<plain>\$fz_*i\d+(?:\.[\p{ID_Continue}$]+)?)/gu;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u;

/** `plain` is what was edited. */
export function nameImports(message: string, edited: EditedText, plain: string): string {
  return message.replaceAll(READ, (whole, called: string | undefined, read: string | undefined) => {
    const asked = called ?? read ?? '';
    // A member of a whole module is no name of its own: `$fzi0.join` stands for `path` and its `join`.
    const [module = ''] = asked.split('.');
    const local = localName(asked, edited, plain);
    if (local !== undefined) return local;
    const holder = localName(module, edited, plain);
    return holder === undefined ? withoutModule(whole) : holder + asked.slice(module.length);
  });
}

/** Where nobody knows the text any more. */
export function withoutModule(message: string): string {
  return message.replaceAll(/\(0 , (?<read>\$fz_*i\d+\.[\w$]+)\)/gu, '$<read>').replaceAll(/\$fz_*i\d+\./gu, '');
}

function localName(read: string, edited: EditedText, plain: string): string | undefined {
  for (let at = edited.text.indexOf(read); at >= 0; at = edited.text.indexOf(read, at + 1)) {
    const next = edited.text[at + read.length] ?? '';
    if (/[\p{ID_Continue}$]/u.test(next)) continue;
    const copy = edited.copies.find(({ to, length, whole }) => whole && to <= at && at + read.length <= to + length);
    const name = copy === undefined ? undefined : NAME.exec(plain.slice(copy.from))?.[0];
    const end = copy === undefined ? undefined : edited.text.slice(copy.to, at + read.length);
    // Only where the read stands for exactly that name.
    if (name !== undefined && (end === read || end === `(0,${read}` || end === `;(0,${read}` || end === `${name}:${read}`)) return name;
  }
  return undefined;
}
