/** A program of a simulated node that says what it hears. */
export function echo(text: string): string {
  return text;
}

setInterval(() => undefined, 1000);
