/** Reads the words of a command line. Asking for help is an option like any other. */
export function options(line: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const word of line.split(' ')) {
    if (!word.startsWith('--')) continue;
    const [name = '', value = 'true'] = word.slice(2).split('=');
    found[name] = value;
  }
  return found;
}
