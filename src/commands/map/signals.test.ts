/** Signals from parsed code: what is counted, what is not, and how it is told. */
import { describe, expect, test } from 'vitest';
import { loadNative } from '../../sim/load/native.ts';
import { reasonsOf } from './signals.ts';
import { plainText, tokenSignals } from './token-signals.ts';
import { treeSignals } from './tree-signals.ts';
import { sampleServer } from '../../../tests/support/sample-server.ts';

describe('signals', () => {
  test('are counted on the syntax: comments, strings and types count nothing', async () => {
    const { program } = (await loadNative()).parseWritten('server.ts', sampleServer, 'ts');
    expect(treeSignals(program, sampleServer)).toEqual({
      branch: 2,
      concurrency: 1,
      external: 2,
      failure: 2,
      memory: 0,
      entrypoint: 2,
      lineCount: 14,
    });
  });

  const outside = async (lines: readonly string[]): Promise<number> => {
    const text = lines.join('\n');
    return treeSignals((await loadNative()).parseWritten('a.ts', text, 'ts').program, text).external;
  };

  test.each<[readonly string[], number]>([
    [["require('fs').readFileSync('x');"], 1],
    [["const fs = require('fs').promises;", "fs.readFile('x');"], 1],
    [["function late() { const { readFile: read } = require('node:fs/promises'); return read('x'); }"], 1],
    [["const { readFile } = await import('node:fs/promises');", "readFile('x');"], 1],
    [["import fs = require('fs');", "fs.readFileSync('x');"], 1],
    [["import fs from 'fs';", 'const { stat } = fs.promises;', "stat('x');"], 1],
    [["import { exec } from 'child_process';", "import { promisify } from 'util';", 'const run = promisify(exec);', "run('ls');"], 1],
    // The client that was made is as much outside as the module it is from: made, and asked twice.
    [["import { Pool } from 'pg';", 'const pool = new Pool();', "pool.query('a');", "pool.query('b');"], 3],
    [["import Redis from 'ioredis';", 'class A { #redis = new Redis(); get(k: string) { return this.#redis.get(k); } }'], 2],
    [
      [
        "import mysql from 'mysql2/promise';",
        'class B { async open() { this.db = await mysql.createConnection({}); } ask() { return this.db!.query(1); } }',
      ],
      2,
    ],
    [["import knex from 'knex';", 'const db = knex({});', "db('users').where({ id: 1 });"], 2],
  ])('count what %j reaches outside as %i', async (lines, count) => expect(await outside(lines)).toBe(count));

  test('do not count what is done with an answer, nor names that only look alike', async () => {
    expect(
      await outside(["import { readFileSync } from 'fs';", "const text = readFileSync('x', 'utf8');", "text.split(',').map(Number);"]),
    ).toBe(1);
    expect(await outside(["const answer = await fetch('x');", 'const body = await answer.json();', 'body.items.push(1);'])).toBe(1);
    expect(await outside(["import { parse } from './fs';", 'const pool = new Pool();', "parse('x');", 'pool.query(1);'])).toBe(0);
  });

  test('are told one by one, and several of them, the weightiest first', () => {
    const one = { branch: 1, concurrency: 1, external: 1, failure: 1, memory: 0, entrypoint: 1, lineCount: 3 };
    expect(reasonsOf(one)).toEqual([
      '1 point of concurrency',
      '1 external effect',
      '1 entry point',
      '1 place that fails, retries or times out',
      '1 branch',
    ]);
    expect(reasonsOf({ ...one, branch: 2, failure: 3 })).toContain('3 places that fail, retry or time out');
  });

  test('of other languages are words outside of comments and strings', () => {
    const python =
      'import os  # if while\ndef main():\n    """if if if"""\n    try:\n        if x and y: raise E("if")\n    except E: pass\n';
    expect(tokenSignals('a.py', python)).toMatchObject({ branch: 2, failure: 3, entrypoint: 1 });
    expect(plainText('a // if\n/* for */ "while" b', false).replace(/\s+/gu, ' ')).toBe('a b');
  });

  test('are counted in a file that is one large table of data, too', async () => {
    const text = `export const table = [${'1,'.repeat(150_000)}];\n`;
    const { program } = (await loadNative()).parseWritten('table.ts', text, 'ts');
    expect(treeSignals(program, text)).toMatchObject({ branch: 0, lineCount: 1 });
  });
});
