/** Law: a trace that no longer describes its run is never silently accepted; the first difference is named. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeTrace } from '../../src/trace/encode.ts';
import type { TraceDocument } from '../../src/trace/document.ts';
import { project } from '../cli/run-cli.ts';
import { perform, readTrace, refusal } from '../support/in-process.ts';

const scenario = {
  version: 1,
  name: 'lived',
  steps: [
    { type: 'rand_u64', key: 'r' },
    {
      type: 'parallel',
      tasks: ['a', 'b'].map((name) => ({
        name,
        steps: [
          { type: 'sleep', duration: '2ms' },
          { type: 'set_kv', key: name, value: '1' },
        ],
      })),
    },
    { type: 'proc_when', cmd: 'tool', exit_code: 0, stdout: 'out' },
    { type: 'proc_spawn', cmd: 'tool', save_stdout_as: 'o' },
    { type: 'memory_alloc', bytes: 9 },
    { type: 'assert_eq_str', a: '${o}', b: 'other' },
  ],
};

type Edit = (document: TraceDocument) => TraceDocument;

/** Records the scenario, edits the trace as a new valid file, and replays that. */
async function replayEdited(edit: Edit) {
  const cwd = project({ 'a.fozzy.json': scenario });
  const recorded = await perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true, seed: 7 });
  const path = join(cwd, 'edited.fozzy');
  writeFileSync(path, [...encodeTrace(edit(readTrace(recorded.identity.tracePath).document))].join(''));
  const replayed = await perform(cwd, 'replay', { runOrTrace: 'edited.fozzy' });
  return { replayed, divergence: replayed.replay?.firstDivergence, titles: replayed.findings.map((finding) => finding.title) };
}

/** Edits one step of the scenario inside the trace. */
function editStep(index: number, change: object): Edit {
  return (document) => {
    const scenarioInside = structuredClone(document.scenario) as { steps: object[] } & TraceDocument['scenario'];
    scenarioInside.steps[index] = { ...scenarioInside.steps[index], ...change };
    return { ...document, scenario: scenarioInside };
  };
}

test('an unedited trace is reproduced with the recorded status and exit code', async () => {
  const { replayed, titles } = await replayEdited((document) => document);
  expect([replayed.status, replayed.replay?.reproduced, replayed.replay?.checksum, titles]).toEqual([
    'fail',
    true,
    'valid',
    ['assert_eq_str'],
  ]);
  expect(replayed.replay?.fingerprints).toEqual(replayed.replay?.recordedFingerprints);
});

describe('an edit of', () => {
  test('a step that answers differently is a drift of that decision', async () => {
    const { replayed, divergence, titles } = await replayEdited(editStep(2, { stdout: 'new' }));
    expect([replayed.status, replayed.replay?.reproduced, titles.at(-1)]).toEqual(['fail', false, 'replay_drift']);
    expect(divergence).toMatchObject({
      in: 'decision',
      stepPath: '/steps/3',
      expected: { kind: 'proc_spawn', stdout: 'out' },
      actual: { kind: 'proc_spawn', stdout: 'new' },
    });
  });

  test('a step that is another step is a drift of the pick', async () => {
    const { divergence, titles } = await replayEdited(editStep(0, { type: 'trace_event', name: 'x', key: undefined }));
    expect([titles.at(-1), divergence?.in, divergence?.index, divergence?.stepPath]).toEqual(['replay_drift', 'decision', 0, '/steps/0']);
  });

  test('the last step leaves decisions that nobody asks for, or asks for more than there are', async () => {
    const dropLast: Edit = (document) => {
      const inside = structuredClone(document.scenario) as { steps: object[] } & TraceDocument['scenario'];
      inside.steps.splice(-2);
      return { ...document, scenario: inside };
    };
    const shorter = await replayEdited(dropLast);
    expect([shorter.titles.at(-1), shorter.divergence?.in]).toEqual(['replay_unused_decisions', 'decision']);
    const longer = await replayEdited(editStep(5, { b: 'out' }));
    // The assertion holds now, so nothing fails but the leak that the recording never got to.
    expect(longer.replayed.replay?.reproduced).toBe(false);
    expect(longer.titles.at(-1)).toMatch(/^replay_/u);
  });

  test('an event is named with its index', async () => {
    const { divergence, titles } = await replayEdited((document) => ({
      ...document,
      events: document.events.map((event, index) => (index === 4 ? { ...event, fields: { ...event.fields, extra: 1 } } : event)),
    }));
    expect([titles.at(-1), divergence?.in, divergence?.index]).toEqual(['replay_event_drift', 'event', 4]);
  });

  test('the number of events is named at the first that is missing', async () => {
    const { divergence, titles } = await replayEdited((document) => ({ ...document, events: document.events.slice(0, 6) }));
    expect([titles.at(-1), divergence?.index, divergence?.expected]).toEqual(['replay_event_drift', 6, null]);
  });

  test('a fingerprint, the memory or the status of the summary is an outcome drift', async () => {
    const finding = await replayEdited((document) => ({
      ...document,
      summary: { ...document.summary, findings: document.summary.findings.map((one) => ({ ...one, fingerprint: '0000000000000000' })) },
    }));
    expect([finding.titles.at(-1), finding.divergence?.in]).toEqual(['replay_outcome_drift', 'finding']);
    const status = await replayEdited((document) => ({ ...document, summary: { ...document.summary, status: 'crash' } }));
    expect([status.titles.at(-1), status.divergence]).toMatchObject([
      'replay_outcome_drift',
      { in: 'status', expected: 'crash', actual: 'fail' },
    ]);
    const memory = await replayEdited((document) => {
      if (document.memory === undefined) throw new Error('the run has memory');
      return { ...document, memory: { ...document.memory, summary: { ...document.memory.summary, peakBytes: 1 } } };
    });
    expect([memory.titles.at(-1), memory.divergence?.in]).toEqual(['replay_memory_drift', 'memory']);
  });
});

describe('a trace that was changed without its checksum', () => {
  test('is refused by every reader, whatever byte was changed', async () => {
    const cwd = project({ 'a.fozzy.json': scenario });
    const recorded = await perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true, seed: 7, record: 't.fozzy' });
    const text = readFileSync(String(recorded.identity.tracePath), 'utf8');
    writeFileSync(join(cwd, 't.fozzy'), text.replace('"seed":"7"', '"seed":"8"'));
    const error = await refusal(cwd, 'replay', { runOrTrace: 't.fozzy' });
    expect([error.code, error.message]).toEqual(['trace_checksum', expect.stringContaining('checksum mismatch')]);
    const verdict = await perform(cwd, 'trace verify', { runOrTrace: 't.fozzy' });
    expect(verdict).toMatchObject({ ok: false, checksumValid: false });
  });
});

test('a replay can be stopped at a virtual time, and says so', async () => {
  const cwd = project({
    'a.fozzy.json': {
      version: 1,
      name: 'a',
      steps: [
        { type: 'sleep', duration: '10ms' },
        { type: 'sleep', duration: '10ms' },
        { type: 'fail', message: 'x' },
      ],
    },
  });
  await perform(cwd, 'run', { scenario: 'a.fozzy.json', det: true, seed: 7 });
  const stopped = await perform(cwd, 'replay', { runOrTrace: 'latest', until: '15ms' });
  expect([stopped.status, stopped.findings.map((finding) => `${finding.kind}/${finding.title}`), stopped.virtualTimeMs]).toEqual([
    'timeout',
    ['hang/until'],
    15,
  ]);
});
