/** Whether a picture is well-formed XML: one root, every element closed in order, every reference and attribute complete. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  let roots = 0;
  let at = 0;
  for (const match of xml.matchAll(/<[^>]*>/gu)) {
    if (!isText(xml.slice(at, match.index))) return false;
    at = match.index + match[0].length;
    const tag = match[0];
    if (/^<\?xml [^?]*\?>$/u.test(tag)) continue;
    const closing = /^<\/(?<name>[\w:-]+)\s*>$/u.exec(tag)?.groups?.['name'];
    if (closing !== undefined) {
      if (open.pop() !== closing) return false;
      continue;
    }
    const opening = /^<(?<name>[\w:-]+)(?:\s+[\w:-]+="[^"<]*")*\s*(?<empty>\/)?>$/u.exec(tag)?.groups;
    if (opening?.['name'] === undefined) return false;
    if (open.length === 0) roots += 1;
    if (opening['empty'] === undefined) open.push(opening['name']);
  }
  return roots === 1 && open.length === 0 && xml.slice(at).trim() === '';
}

/** Between tags: no bare ampersand, and no bracket that never closed. */
function isText(text: string): boolean {
  return !text.includes('<') && !/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/iu.test(text);
}
