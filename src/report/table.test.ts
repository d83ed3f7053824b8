import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ansiPaint } from './paint.ts';
import { renderTable } from './table.ts';

const columns = [
  { title: 'run', text: (row: readonly string[]) => row[0] ?? '' },
  { title: 'size', align: 'right', text: (row: readonly string[]) => row[1] ?? '' },
] as const;

describe('table', () => {
  test('columns are as wide as their widest cell', () => {
    expect(
      renderTable(
        [
          ['日本', '9'],
          ['a', '1024'],
        ],
        { columns },
      ),
    ).toBe('run   size\n日本     9\na     1024');
  });

  test('the last column wraps beneath itself where a width is given, and the others stay whole', () => {
    const rows = [
      ['a', 'one two three four'],
      ['bb', ''],
    ];
    const prose = [columns[0], { title: 'why', text: (row: readonly string[]) => row[1] ?? '' }];
    expect(renderTable(rows, { columns: prose, indent: ' ', widthMax: 26 })).toBe(' run  why\n a    one two three four\n bb');
    const wide = rows.map(([name = '', why = '']) => [name.repeat(9), why]);
    expect(renderTable(wide, { columns: prose, widthMax: 31 })).toBe(
      'run                 why\naaaaaaaaa           one two three four\nbbbbbbbbbbbbbbbbbb',
    );
    expect(renderTable(wide, { columns: prose, widthMax: 42 })).toBe(renderTable(wide, { columns: prose }));
    const long = [['a', 'one two three four five six seven']];
    expect(renderTable(long, { columns: prose, widthMax: 26 })).toBe('run  why\na    one two three four\n     five six seven');
  });

  test('without rows only the header remains', () => {
    expect(renderTable([], { columns })).toBe('run  size');
  });

  test('tints colour the cell without moving its neighbours', () => {
    const tinted = [
      { title: 'run', text: (row: string) => row, tint: (cell: string) => ansiPaint.red(cell) },
      { title: 'x', text: () => '1' },
    ];
    expect(renderTable(['a'], { columns: tinted })).toBe('run  x\n\u001b[31ma  \u001b[39m  1');
  });

  test('there is one line per row and no line ends in a blank, whatever the cells hold', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))), (rows) => {
        const lines = renderTable(rows, { columns }).split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) expect(line).toBe(line.trimEnd());
      }),
    );
  });
});
