/** The .gitignore entry: everything below the base directory is disposable, except corpora and the record of init. */

/** The new content, or undefined if nothing has to be added. `base` is relative to the file, '/'-separated. */
export function withIgnored(existing: string | undefined, base: string): string | undefined {
  const rules = [`/${base}/*`, `!/${base}/corpora/`, `!/${base}/init.json`];
  const present = new Set((existing ?? '').split(/\r?\n/).map((line) => line.trim()));
  if (rules.every((rule) => present.has(rule))) return undefined;
  const before = existing === undefined || existing === '' ? '' : `${existing.replace(/\n*$/, '')}\n\n`;
  return `${before}# Fozzy\n${rules.join('\n')}\n`;
}
