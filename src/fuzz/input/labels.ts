/** Numbers for the names of spans. They mean something within one process only; what is stored has no labels. */
const numbers = new Map<string, number>();
const names: string[] = [];

export function labelOf(name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = names.push(name) - 1;
  numbers.set(name, number);
  return number;
}
