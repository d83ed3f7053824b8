/**
 * HTML as a value of its own. Strings become markup only through the `html` tag, which escapes them; there is
 * no other way in, so nothing a subject says can turn into an element or an attribute.
 */
import { visible } from './visible.ts';

export interface Markup {
  readonly markup: string;
}

export type MarkupPart = string | number | undefined | Markup | readonly Markup[];

export function html(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return { markup: strings.map((text, index) => text + (index < parts.length ? partText(parts[index]) : '')).join('') };
}

export const nothing: Markup = { markup: '' };

/** For text that is part of this program, such as the style sheet, and never of a summary. */
export function trusted(markup: string): Markup {
  return { markup };
}

function partText(part: MarkupPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('markup' in part) return part.markup;
  return part.map((item) => item.markup).join('');
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`);
}
