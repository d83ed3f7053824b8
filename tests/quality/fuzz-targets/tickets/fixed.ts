/** Numbers tickets. The number follows from the title, whatever the kind. */
export function ticket(text: string): string {
  const [kind = '', title = ''] = text.split(':');
  let sum = 0;
  for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000;
  return `${kind === 'urgent' ? 'U' : 'T'}${sum}-${title}`;
}
