/** A minimal XML 1.0 writer: elements with attributes and either children or text, always well-formed whatever the text holds. */
import { visible } from './visible.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly XmlElement[] | string;
}

export function xml(name: string, attributes: Readonly<Record<string, string>>, content: readonly XmlElement[] | string = ''): XmlElement {
  return { name, attributes, content };
}

export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root, '')}\n`;
}

/** Text stands directly between its tags: indenting it would change what readers get. */
function renderElement({ name, attributes, content }: XmlElement, indent: string): string {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeText(value)}"`)].join(' ');
  if (content.length === 0) return `${indent}<${open}/>`;
  if (typeof content === 'string') return `${indent}<${open}>${escapeText(content)}</${name}>`;
  const children = content.map((child) => renderElement(child, `${indent}  `)).join('\n');
  return `${indent}<${open}>\n${children}\n${indent}</${name}>`;
}

/** Parsers turn raw line breaks in attributes into blanks; references survive. */
function attributeText(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** `visible` has already replaced every character XML 1.0 does not allow; escaping `>` covers `]]>`. */
function escapeText(value: string): string {
  return visible(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
