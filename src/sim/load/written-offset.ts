/**
 * Where the user wrote what a module asks for. Requests are found in the text without its types, which is another text: whatever the compiler
 * left out comes before or after. Looking for the name again costs nothing until there is a mistake to tell, where a map would cost every file.
 */

/** `require (` with some space. */
const CALL_CHARS = 40;

interface Text {
  readonly path: string;
  readonly source: string;
}

/** The place of a request; looked for when somebody wants to know it. */
export function requestPlace({ path, source }: Text, specifier: string, at: number): Text & { readonly offset: number } {
  return {
    path,
    source,
    get offset() {
      return writtenOffset(source, specifier, at);
    },
  };
}

/** Offset of the quoted specifier in the source, or of the call that asks for it; `at` is that in what was lowered. */
export function writtenOffset(source: string, specifier: string, at: number): number {
  if (isHere(source, specifier, at) || isCallHere(source, specifier, at)) return at;
  const found: number[] = [];
  for (let next = source.indexOf(specifier); next >= 0; next = source.indexOf(specifier, next + 1)) {
    if (isHere(source, specifier, next - 1)) found.push(next - 1);
  }
  return found.find((offset) => asksHere(source.slice(0, offset))) ?? found[0] ?? Math.min(at, source.length);
}

function isHere(source: string, specifier: string, at: number): boolean {
  const quote = source[at];
  const isQuote = quote === "'" || quote === '"' || quote === '`';
  return isQuote && source.startsWith(specifier, at + 1) && source[at + 1 + specifier.length] === quote;
}

/** Calls are placed where they begin. */
function isCallHere(source: string, specifier: string, at: number): boolean {
  const call = /^(?:require|import)\s*\(\s*/u.exec(source.slice(at, at + CALL_CHARS));
  return call !== null && isHere(source, specifier, at + call[0].length);
}

/** Whether the text before it ends with the beginning of an import that is no import of types. */
function asksHere(before: string): boolean {
  const statement = /(?:\b(?:import|export)\b(?<clause>[^;'"`]*?)\bfrom|\bimport\s*\(?|\brequire\s*\()\s*$/u.exec(before);
  return statement !== null && !/^\s*type\s+[\w{*$]/u.test(statement.groups?.['clause'] ?? '');
}
