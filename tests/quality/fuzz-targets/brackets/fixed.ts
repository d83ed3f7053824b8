/** Reads nested lists, `((a)(b))`. Levels are limited to a thousand. */
type List = (List | string)[];

export function parse(text: string): List {
  return listAt(text, { at: 0 }, 0);
}

function listAt(text: string, cursor: { at: number }, repeat: number): List {
  const list: List = [];
  while (cursor.at < text.length) {
    const here = text.charAt(cursor.at);
    cursor.at += 1;
    if (here === ')') return list;
    if (here === '(') {
      if (repeat >= 1000) return list;
      list.push(listAt(text, cursor, repeat + 1));
    } else if (here === '*') list.push(unfold(cursor.at, 1));
    else list.push(here);
  }
  return list;
}

/** `*` at place n stands for ten levels at most. */
function unfold(place: number, levels: number): List {
  if (levels >= Math.min(10, 10 ** place)) return [];
  return [unfold(place, levels + 1)];
}
