/** The scenario format as people read it: a list of types with their fields, or one type with all it can do. */
import { jsonLine } from '../../report/json-text.ts';
import { joinLines, paragraph, section } from '../../report/text-block.ts';
import { padEnd, textWidth } from '../../report/text-width.ts';
import type { TypeSchema, TypeSchemas } from '../../scenario/schema-document.ts';
import type { Context } from '../context.ts';

export interface TypeSection {
  readonly title: string;
  readonly kind: string;
  readonly schemas: TypeSchemas;
}

type Style = Pick<Context, 'paint' | 'columns'>;

export function renderOverview(sections: readonly TypeSection[], style: Style): string {
  const lines = sections.flatMap(({ title, schemas }) => section(title, typeLines(Object.entries(schemas), style), style.paint));
  const how = [
    `Run ${style.paint.cyan('fozzy schema <type>')} for one type with its example,`,
    `${style.paint.cyan('fozzy schema --json')} for everything.`,
  ];
  return joinLines(['Fields with a question mark may be left out.', ...lines, '', ...how]);
}

function typeLines(types: readonly (readonly [string, TypeSchema])[], { paint, columns }: Style): string[] {
  const width = Math.max(0, ...types.map(([type]) => textWidth(type)));
  const hanging = ' '.repeat(width + 4);
  return types.flatMap(([type, { requiredFields, optionalFields }]) => {
    const fields = [...requiredFields, ...optionalFields.map((field) => `${field}?`)].join(', ');
    return paragraph(fields, { first: `  ${paint.cyan(padEnd(type, width))}  `, hanging, widthMax: Math.min(columns, 120) });
  });
}

export function renderType(entry: TypeSchema & { readonly kind: string; readonly type: string }, { paint, columns }: Style): string {
  const widthMax = Math.min(columns, 100);
  const notes = entry.notes.flatMap((note) => paragraph(note, { first: '  ', hanging: '    ', widthMax }));
  const list = (fields: readonly string[]) => (fields.length === 0 ? 'none' : fields.join(', '));
  return joinLines([
    `${paint.bold(entry.type)} ${paint.dim(`(${entry.kind})`)}`,
    ...notes,
    '',
    `  ${paint.dim('required')}  ${list(entry.requiredFields)}`,
    `  ${paint.dim('optional')}  ${list(entry.optionalFields)}`,
    ...section('Example', [`  ${jsonLine(entry.example)}`], paint),
  ]);
}
