/** How an expected text is told to people: as written, cut, with the kind of comparison. */
import { cutValue } from '../../base/cut-text.ts';
import type { TextMatch } from '../../base/text-match.ts';

export function tellMatch(match: TextMatch): string {
  switch (match.kind) {
    case 'exact':
      return `"${cutValue(match.text)}"`;
    case 'contains':
      return `a text that contains "${cutValue(match.text)}"`;
    case 'matches':
      return `a text that matches /${cutValue(match.pattern.source)}/`;
  }
}

/** The expectation as data, for details. */
export function matchText(match: TextMatch): string {
  return match.kind === 'matches' ? match.pattern.source : match.text;
}
