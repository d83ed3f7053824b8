/** A trace written by any version of Fozzy opens in this one and replays faithfully. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compareReplay, fingerprintsOf } from '../../src/campaign/replay-verdict.ts';
import { replaySubject } from '../../src/campaign/steps-subject.ts';
import { determinismHash } from '../../src/decide/determinism-hash.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { recordedOf } from '../../src/commands/open-trace.ts';
import { type DecodedTrace, decodeTrace, parseTrace } from '../../src/trace/decode.ts';
import { TRACE_VERSION } from '../../src/trace/document.ts';
import { verifyTrace } from '../../src/trace/verify.ts';
import { subjectOfTrace } from '../support/trace-subject.ts';

const corpus = join(dirname(dirname(fileURLToPath(import.meta.url))), 'corpus', 'traces');

const samples = readdirSync(corpus).flatMap((version) =>
  readdirSync(join(corpus, version)).map((file) => ({ name: `${version}/${file}`, version: Number(version.slice(1)) })),
);

function sampleText(name: string): string {
  return readFileSync(join(corpus, name), 'utf8');
}

function decoded(name: string): DecodedTrace {
  return decodeTrace(sampleText(name), name);
}

test('every schema version has a sample', () => {
  expect(new Set(samples.map(({ version }) => version))).toEqual(new Set(Array.from({ length: TRACE_VERSION }, (_, index) => index + 1)));
});

describe.each(samples)('$name', ({ name, version }) => {
  test('opens with the version it was written in', () => {
    const trace = decoded(name);
    expect(trace.version).toBe(version);
    expect(trace.checksum).toBe(version === TRACE_VERSION ? 'valid' : version === 1 ? 'missing' : 'unverifiable');
    expect(trace.document.decisions.length).toBeGreaterThan(0);
  });

  test('replays to the recorded decisions, events, findings, memory and status', () => {
    const trace = decoded(name);
    const outcome = replaySubject(subjectOfTrace(trace), trace.document.decisions, new EventSink());
    expect(compareReplay(recordedOf(trace), outcome)).toEqual({ divergence: undefined, title: undefined });
    expect(outcome.virtualTimeMs).toBe(trace.document.summary.virtualTimeMs);
    expect(fingerprintsOf(outcome.findings)).toEqual(fingerprintsOf(trace.document.summary.findings));
  });

  test('has the determinism hash that its version recorded', () => {
    const trace = decoded(name);
    const outcome = replaySubject(subjectOfTrace(trace), trace.document.decisions);
    expect(determinismHash(outcome.log)).toBe(determinismHash(trace.document.decisions));
    if (version === TRACE_VERSION) expect(trace.hash).toBe(determinismHash(outcome.log));
  });

  test('is consistent in all its parts, and an older one is called stale', () => {
    const verdict = verifyTrace(parseTrace(sampleText(name), name), name);
    expect(verdict.problems).toEqual([]);
    expect(verdict.warnings.map(({ code }) => code)).toEqual([
      ...(version < TRACE_VERSION ? ['stale_trace_schema'] : []),
      ...(version === 1 ? ['checksum_missing'] : []),
    ]);
  });
});

describe('one run told by several versions', () => {
  const names = [...new Set(samples.map(({ name }) => name.slice(name.indexOf('/') + 1)))];

  test.each(names)('%s has the same fingerprints, seed and decisions in all of them', (file) => {
    const told = samples.filter(({ name }) => name.endsWith(`/${file}`)).map(({ name }) => decoded(name).document);
    const facts = told.map(({ decisions, events, summary }) => ({
      decisions: decisions.toRecords(),
      events,
      seed: summary.identity.seed,
      fingerprints: fingerprintsOf(summary.findings),
    }));
    for (const fact of facts) expect(fact).toEqual(facts.at(-1));
  });
});
