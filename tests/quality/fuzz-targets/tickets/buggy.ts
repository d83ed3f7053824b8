/** Numbers tickets. Planted: an urgent one is numbered by chance. */
export function ticket(text: string): string {
  const [kind = '', title = ''] = text.split(':');
  if (kind === 'urgent') return `U${Math.floor(Math.random() * 1e6)}-${title}`;
  let sum = 0;
  for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000;
  return `T${sum}-${title}`;
}
