/**
 * How many terminal columns a text takes, and layout that depends on it. The widths are an approximation
 * by Unicode properties; they do not depend on locale or terminal, so the same text is always laid out alike.
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const flat = /[\p{Mn}\p{Me}\u200b-\u200d\ufe00-\ufe0f]/u;

export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Cuts to the width, ending in an ellipsis where something was lost. */
export function cutToWidth(text: string, widthMax: number): string {
  if (textWidth(text) <= widthMax) return text;
  let kept = '';
  let width = 1;
  for (const char of text) {
    width += charWidth(char);
    if (width > widthMax) break;
    kept += char;
  }
  return widthMax < 1 ? '' : `${kept}…`;
}

/** Breaks at blanks only: a path, command or value longer than the width stays whole so that it can be copied. */
export function wrapWords(text: string, widthMax: number): string[] {
  return text.split('\n').flatMap((line) => (textWidth(line) <= widthMax ? [line.trimEnd()] : wrapLine(line, widthMax)));
}

function wrapLine(line: string, widthMax: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && textWidth(current) + 1 + textWidth(word) > widthMax) {
      lines.push(current.trimEnd());
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  lines.push(current.trimEnd());
  return lines;
}

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (flat.test(char)) return 0;
  return wide.test(char) || (code >= 0x2_0000 && code < 0x4_0000) ? 2 : 1;
}
