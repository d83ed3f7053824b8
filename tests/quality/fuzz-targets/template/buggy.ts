/** Fills `{name*count}` places of a template. Planted: a place may ask for as many copies as it likes, and copies of copies. */
export function fill(template: string): number {
  const parts: string[][] = [];
  for (const [, name = '', count = '1'] of template.matchAll(/\{(\w+)(?:\*(\d+))?\}/gu)) {
    for (let copy = 0; copy < Number(count); copy += 1) parts.push([name, String(copy)]);
  }
  return parts.length;
}
