/** A text expectation whose references are already resolved, shared by whoever compares text. */
export type TextMatch =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'matches'; readonly pattern: RegExp };

export function textMatches(match: TextMatch, actual: string): boolean {
  switch (match.kind) {
    case 'exact':
      return actual === match.text;
    case 'contains':
      return actual.includes(match.text);
    case 'matches':
      return match.pattern.test(actual);
  }
}
