/** Reads nested lists, `((a)(b))`. Planted: one call a level, without a limit, and quotes that unfold into levels. */
type List = (List | string)[];

export function parse(text: string): List {
  return listAt(text, { at: 0 });
}

function listAt(text: string, cursor: { at: number }): List {
  const list: List = [];
  while (cursor.at < text.length) {
    const here = text.charAt(cursor.at);
    cursor.at += 1;
    if (here === ')') return list;
    if (here === '(') list.push(listAt(text, cursor));
    else if (here === '*') list.push(unfold(cursor.at, 1));
    else list.push(here);
  }
  return list;
}

/** `*` at place n stands for 10^n levels. */
function unfold(place: number, levels: number): List {
  if (levels >= 10 ** place) return [];
  return [unfold(place, levels + 1)];
}
