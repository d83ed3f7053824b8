import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../trace/summary.ts';
import { base64 } from './base64.ts';
import { renderHtml } from './html.ts';
import { base, divergedReplay, explored, failedRun, failedTest, fuzzed, refusedByPolicy, shrunk } from './sample-summary.ts';

const samples = [base, failedRun, failedTest, divergedReplay, shrunk, explored, fuzzed, refusedByPolicy];

describe('the HTML report', () => {
  test('asks for nothing from anywhere', () => {
    for (const summary of samples) {
      const page = renderHtml(summary);
      expect(page).toContain('content="default-src &#39;none&#39;;');
      expect(page).not.toMatch(/<(link|img|iframe|object|embed|base|form)\b|\b(src|href|action)=|@import|url\(|https?:/i);
    }
  });

  test('lets only its own style and script act, by digest', () => {
    const page = renderHtml(failedRun);
    const policy = (/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");
    for (const tag of ['style', 'script']) {
      const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
      expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    }
  });

  test('tells status, seed and the command that repeats the failure', () => {
    const text = textOf(renderHtml(failedRun));
    expect(text).toContain('fozzy run FAIL');
    expect(text).toContain('Seed7');
    expect(text).toContain('fozzy replay /shop/.fozzy/runs/0c1d5a1e/trace.fozzy');
  });

  test('lists every scenario of a test with what was found and how to repeat it', () => {
    const text = textOf(renderHtml(failedTest));
    for (const { path, name } of failedTest.results ?? []) {
      expect(text).toContain(path);
      expect(text).toContain(name);
    }
    expect(text).toContain('EXPECTED FAIL');
    expect(text).toContain('UNEXPECTED PASS');
    expect(text).toContain('fozzy run tests/cart.fozzy.json --seed 13602118219510175891 --det');
  });

  test('shows faults, memory, divergence, shrink, search, fuzz failures and policy where there are any', () => {
    expect(textOf(renderHtml(failedRun))).toMatch(/never fired[\s\S]*468\.8 KiB in 1 alloc/);
    expect(textOf(renderHtml(divergedReplay))).toMatch(/decision 14 at \/steps\/5[\s\S]*877555679359244567[\s\S]*12156072284595000183/);
    expect(textOf(renderHtml(shrunk))).toMatch(/17\.8 KiB\s*912 B/);
    expect(textOf(renderHtml(explored))).toContain('distinctSchedules187');
    expect(textOf(renderHtml(fuzzed))).toContain('/shop/crash.bin');
    expect(textOf(renderHtml(refusedByPolicy))).toContain('strict_warnings');
  });

  test('no text of a subject becomes markup: the elements are the same whatever the strings say', () => {
    fc.assert(
      fc.property(hostile, hostile, (name, message) => {
        for (const summary of samples)
          expect(skeleton(renderHtml(filled(summary, `x${name}`, `y${message}`)))).toEqual(skeleton(renderHtml(filled(summary, 'x', 'y'))));
      }),
      { numRuns: 40 },
    );
  });

  test('base64 is the one everybody knows', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '</script>',
        '<script>alert(1)</script>',
        '<img src=x onerror=alert(1)>',
        '"',
        "'",
        '`',
        '&',
        '&lt;',
        '\u0000',
        '\ud800',
        '-->',
        '<!--',
        ']]>',
        '</style>',
        '👩‍🚀',
        ' onclick=x ',
      ),
    )
    .map((parts) => parts.join('')),
);

function filled(summary: RunSummary, name: string, message: string): RunSummary {
  // Blanks would change the number of words in a command, and every word is an element.
  const path = message.replaceAll(' ', '_');
  const finding = {
    kind: 'assertion',
    title: name,
    message,
    fingerprint: name,
    location: { file: name, line: 1, stepPath: message, function: name, details: { [name]: message, b: name } },
  } as const;
  const results = summary.results?.map((item) => ({
    ...item,
    name,
    path,
    seed: path,
    reason: message,
    findings: [finding],
    ...(item.tracePath === undefined ? {} : { tracePath: path }),
  }));
  const identity = {
    ...summary.identity,
    runId: path,
    seed: name,
    reportPath: message,
    artifactsDir: name,
    ...(summary.identity.tracePath === undefined ? {} : { tracePath: path }),
  };
  return {
    ...summary,
    identity,
    params: { ...summary.params, commandLine: ['fozzy', summary.mode, `${path}.fozzy.json`, message] },
    findings: [finding],
    faults: summary.faults.map((fault) => ({ ...fault, id: name, type: message, stepPath: message })),
    ...(results === undefined ? {} : { results }),
    ...(summary.search === undefined ? {} : { search: { ...summary.search, strategy: message, certificate: name } }),
    ...(summary.policyError === undefined ? {} : { policyError: { ...summary.policyError, message, hint: name } }),
    ...(summary.shrink === undefined ? {} : { shrink: { ...summary.shrink, out: path, reason: message } }),
  };
}

/** Every tag with its attribute names and fixed values, in order: what a browser would build elements from. */
function skeleton(page: string): string[] {
  return [...page.replace(/<style>[\s\S]*?<\/style>/, '').matchAll(/<[^>]*>?/g)].map(([tag]) => tag);
}

function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body>'), page.indexOf('<script>'));
  return body.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
