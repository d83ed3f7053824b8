import { expect, test } from 'vitest';
import { LogCursor } from './cursor.ts';
import { Kind, kindLayouts } from './kinds.ts';
import { DecisionLog, SymbolTable } from './log.ts';
import { logFromRecords } from './log-records.ts';
import { fitsPickWord, isPickWord, pickWord, readPickWord } from './pick-word.ts';

const PLACES_MAX = 2 ** 13;
const TASKS_MAX = 2 ** 10;
const OPTIONS_MAX = 2 ** 4;

test('a word gives back the pick it was made of, and is no kind', () => {
  for (const task of [0, 1, TASKS_MAX - 1]) {
    for (const place of [0, 1, PLACES_MAX - 1]) {
      for (const [options, answer] of [
        [1, 0],
        [2, 0],
        [2, 1],
        [OPTIONS_MAX - 1, OPTIONS_MAX - 2],
      ] as const) {
        expect(fitsPickWord(task, place, options)).toBe(true);
        const word = pickWord(task, place, options, answer);
        expect(isPickWord(word)).toBe(true);
        expect(readPickWord(word)).toEqual({ task, place, options, answer });
      }
    }
  }
  kindLayouts.forEach((_layout, kind) => expect(isPickWord(kind)).toBe(false));
  expect(isPickWord(-1)).toBe(false);
});

test('larger numbers do not fit', () => {
  expect([fitsPickWord(TASKS_MAX, 0, 1), fitsPickWord(0, PLACES_MAX, 1), fitsPickWord(0, 0, OPTIONS_MAX)]).toEqual([false, false, false]);
});

test('a log says the same of short and of long picks, between other records and beyond its first page', () => {
  const places = Array.from({ length: PLACES_MAX + 5 }, (_, index) => ({ label: `kind-${index % 7}`, path: `/steps/${index}` }));
  const log = new DecisionLog(new SymbolTable(['main'], places));
  const expected: object[] = [];
  for (let index = 0; index < 6000; index += 1) {
    const place = (index * 31) % places.length;
    const options = (index % 18) + 1;
    const answer = (index * 7) % options;
    const name = `main/${index % (TASKS_MAX + 3)}`;
    log.appendPick(log.taskNumber(name), place, options, answer);
    expected.push({ kind: 'scheduler_pick', task_id: name, label: places[place]?.label, step_path: places[place]?.path, options, answer });
    if (index % 5 > 0) continue;
    log.append1(Kind.sleepMs, index * 2 ** 20);
    expected.push({ kind: 'time_sleep_ms', ms: index * 2 ** 20 });
  }
  const records = log.toRecords();
  expect(records).toEqual(expected);
  expect(log.length).toBe(expected.length);

  // A log read from somewhere else holds every pick at length; a replay compares it with a short one.
  const long = new LogCursor(logFromRecords(records) ?? new DecisionLog());
  const short = new LogCursor(log);
  for (; long.kind >= 0; long.advance(), short.advance()) expect(long.agreesWith(short) && short.agreesWith(long)).toBe(true);
  expect([long.index, short.kind]).toEqual([expected.length, -1]);
});
