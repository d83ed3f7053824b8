/** Fills `{name*count}` places of a template. A place gets a hundred copies at most. */
export function fill(template: string): number {
  const parts: string[][] = [];
  for (const [, name = '', count = '1'] of template.matchAll(/\{(\w+)(?:\*(\d+))?\}/gu)) {
    for (let copy = 0; copy < Math.min(100, Number(count)); copy += 1) parts.push([name, String(copy)]);
  }
  return parts.length;
}
