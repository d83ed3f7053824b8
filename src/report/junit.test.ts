import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../trace/summary.ts';
import { renderJunit } from './junit.ts';
import { base, divergedReplay, explored, failedRun, failedTest, fuzzed, refusedByPolicy, shrunk } from './sample-summary.ts';

describe('JUnit', () => {
  test('there is one suite per group, and loose scenarios stand in fozzy', () => {
    expect(parse(renderJunit(failedTest)).children.map((suite) => suite.attributes['name'])).toEqual(['fozzy', 'smoke', 'known-failures']);
  });

  test('each scenario is a case named by its path and name', () => {
    const cases = casesOf(parse(renderJunit(failedTest)));
    expect(cases).toHaveLength(9);
    expect(cases[0]?.attributes).toEqual({ classname: 'tests/cart.fozzy.json', name: 'cart', time: '0.030' });
  });

  test('fail is a failure, timeout an error, unexecuted is skipped, and an expected failure passes', () => {
    const verdicts = casesOf(parse(renderJunit(failedTest))).map((item) => [item.attributes['name'], item.children[0]?.name]);
    expect(Object.fromEntries(verdicts)).toEqual({
      cart: 'failure',
      release: 'failure',
      'run-pass': undefined,
      admin: 'skipped',
      last: 'skipped',
      example: undefined,
      slow: 'error',
      'fails on purpose': undefined,
      'was broken': 'failure',
    });
  });

  test('counts agree with the cases, per suite and in total', () => {
    for (const summary of samples) {
      const root = parse(renderJunit(summary));
      for (const counted of [root, ...root.children]) {
        const cases = counted === root ? casesOf(root) : casesOf({ ...root, children: [counted] });
        const having = (name: string) => String(cases.filter((item) => item.children.some((child) => child.name === name)).length);
        expect(counted.attributes).toMatchObject({
          tests: String(cases.length),
          failures: having('failure'),
          errors: having('error'),
          skipped: having('skipped'),
        });
      }
    }
  });

  test('every other mode is one case for the run', () => {
    for (const summary of samples.filter(({ mode }) => mode !== 'test')) expect(casesOf(parse(renderJunit(summary)))).toHaveLength(1);
    expect(casesOf(parse(renderJunit(explored)))[0]?.attributes).toMatchObject({ classname: 'tests/replica.fozzy.json', name: 'explore' });
  });

  test('a failure carries its message, its values and the command that repeats it', () => {
    const failure = casesOf(parse(renderJunit(failedTest)))[0]?.children[0];
    expect(failure?.attributes).toEqual({ message: 'http_status: expected status 201, got 500', type: 'assertion/http_status' });
    expect(failure?.text).toContain('tests/cart.fozzy.json:8:5');
    expect(failure?.text).toContain('again: fozzy run tests/cart.fozzy.json --seed 13602118219510175891 --det');
  });

  test('a run refused by strict policy is not green', () => {
    expect(casesOf(parse(renderJunit(refusedByPolicy)))[0]?.children[0]?.name).toBe('error');
  });

  test('any text in names, paths, groups and messages keeps the document well-formed and readable', () => {
    fc.assert(
      fc.property(hostile, hostile, (name, message) => {
        const document = renderJunit(hostileSummary(name, message));
        const [first] = casesOf(parse(document));
        expect(first?.children.map((child) => child.name)).toEqual(['failure']);
        if (/^[\w<>&"' ]*$/.test(name)) expect(first?.attributes['name']).toBe(name);
      }),
    );
  });
});

const samples = [base, failedRun, failedTest, divergedReplay, shrunk, explored, fuzzed, refusedByPolicy];

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ']]>',
        '<script>',
        '&',
        '&amp;',
        '"',
        "'",
        '\u0000',
        '\u001b',
        '\ud800',
        '\udc00',
        '\uffff',
        '👩‍🚀',
        '\r\n',
        '\t',
        '-->',
        '<![CDATA[',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);

function hostileSummary(name: string, message: string): RunSummary {
  const finding = {
    kind: 'assertion',
    title: name,
    message,
    fingerprint: 'f',
    location: { file: name, details: { [name]: message } },
  } as const;
  const results = [
    { ...(failedTest.results?.[0] ?? samplesBroken()), name, path: message, group: name, tracePath: message, findings: [finding] },
  ];
  return {
    ...failedTest,
    results,
    identity: { ...failedTest.identity, runId: name },
    policyError: { code: 'strict_warnings', message, status: 'pass', hint: name },
  };
}

function samplesBroken(): never {
  throw new Error('the sample has results');
}

interface XmlNode {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

function casesOf(root: XmlNode): XmlNode[] {
  return root.children.flatMap((suite) => suite.children.filter((child) => child.name === 'testcase'));
}

/** A strict reader of the XML 1.0 subset without doctype, comments and sections; throws at the first violation. */
function parse(document: string): XmlNode {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(document);
  if (illegal !== null) throw new Error(`illegal character at ${illegal.index}`);
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(declaration)) throw new Error('no declaration');
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const token = /<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  token.lastIndex = declaration.length;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    const parent = open.at(-1);
    if (match === null || parent === undefined) throw new Error(`no markup at ${at}: ${document.slice(at, at + 40)}`);
    const [, closed, opened, attributes = '', selfClosed, text] = match;
    if (text !== undefined) parent.text += decode(text, at);
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (opened !== undefined) {
      const node: XmlNode = { name: opened, attributes: attributesOf(attributes, at), children: [], text: '' };
      parent.children.push(node);
      if (selfClosed === '') open.push(node);
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== '') throw new Error('not exactly one root');
  return root;
}

function attributesOf(source: string, at: number): Record<string, string> {
  const pairs = [...source.matchAll(/ ([\w-]+)="([^"<]*)"/g)].map(([, key = '', value = '']) => [key, decode(value, at)] as const);
  if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error(`repeated attribute at ${at}`);
  return Object.fromEntries(pairs);
}

function decode(text: string, at: number): string {
  if (text.includes(']]>')) throw new Error(`]]> in text at ${at}`);
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#9': '\t', '#10': '\n' };
  return text.replaceAll(/&([^;]*;?)/g, (_, body: string) => entities[body.slice(0, -1)] ?? fail(`bad reference &${body} at ${at}`));
}

function fail(message: string): never {
  throw new Error(message);
}
