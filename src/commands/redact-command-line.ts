/** The command line as it may be stored: values of options whose name speaks of a secret are left out. */
const secret = /token|secret|password|api-key/i;

export function redactCommandLine(argv: readonly string[]): readonly string[] {
  const words = argv.map((word, index) => {
    if (isSecretFlag(word)) return word.includes('=') ? `${word.slice(0, word.indexOf('='))}=[redacted]` : word;
    const before = argv[index - 1];
    return before !== undefined && isSecretFlag(before) && !before.includes('=') && !word.startsWith('--') ? '[redacted]' : word;
  });
  return ['fozzy', ...words];
}

function isSecretFlag(word: string): boolean {
  return word.startsWith('--') && secret.test(word.split('=', 1)[0] ?? '');
}
