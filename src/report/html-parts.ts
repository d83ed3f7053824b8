/** Pieces of the HTML report that several sections use. */
import type { Markup } from './markup.ts';
import { html, nothing } from './markup.ts';
import type { AnyStatus } from './status.ts';
import { statusLabel } from './status.ts';
import type { Field } from './text-block.ts';

export function statusPill(status: AnyStatus): Markup {
  return html`<span class="pill ${status}">${statusLabel(status)}</span>`;
}

/** Words stay whole where they fit: a flag broken after its dashes is hard to read. */
export function commandBox(command: string, label = ''): Markup {
  const caption = label === '' ? nothing : html`<span class="label">${label}</span>`;
  const words = command.split(' ').map((word, index) => html`${index === 0 ? '' : ' '}<span>${word}</span>`);
  return html`<div class="command">${caption}<code>${words}</code><button type="button" data-copy>Copy</button></div>`;
}

/** A few short figures side by side. */
export function facts(fields: readonly Field[]): Markup {
  return html`<dl class="card facts">${fields.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Names and values beneath each other, values as they are, line breaks included. */
export function detailList(fields: readonly Field[]): Markup {
  if (fields.length === 0) return nothing;
  return html`<dl class="details">${fields.map(([label, value]) => html`<dt>${label}</dt><dd><pre>${value}</pre></dd>`)}</dl>`;
}

export interface HtmlColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Markup | string;
  readonly numeric?: true;
}

export function table<Row>(rows: readonly Row[], columns: readonly HtmlColumn<Row>[]): Markup {
  const header = columns.map(({ title, numeric }) => html`<th scope="col"${numericClass(numeric)}>${title}</th>`);
  const body = rows.map((row) => html`<tr>${columns.map(({ cell, numeric }) => html`<td${numericClass(numeric)}>${cell(row)}</td>`)}</tr>`);
  return html`<div class="card scroll"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
}

export function section(title: string, content: Markup, count?: number): Markup {
  const badge = count === undefined ? nothing : html`<span class="count">${count}</span>`;
  return html`<section><h2>${title}${badge}</h2>${content}</section>`;
}

function numericClass(numeric: true | undefined): Markup {
  return numeric ? html` class="num"` : nothing;
}
