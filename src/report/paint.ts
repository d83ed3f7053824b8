/** Colour as a value: renderers ask a painter for emphasis and never know whether a terminal is listening. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export const plainPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export const ansiPaint: Paint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
};

function same(text: string): string {
  return text;
}

/** Empty text stays empty, so that painting never leaves stray codes on a blank line. */
function sgr(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`);
}
