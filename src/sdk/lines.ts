/** A stream of text as lines; the last one may lack its end. */
export function linesOf(take: (line: string) => void): { readonly push: (chunk: string) => void; readonly end: () => void } {
  let rest = '';
  return {
    push: (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    },
    end: () => {
      if (rest !== '') take(rest);
      rest = '';
    },
  };
}
