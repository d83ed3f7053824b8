/** A run as SARIF 2.1.0, for code scanning and editors: one rule per kind of finding, one result per failure, known again by its fingerprint. */
import { prettyJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { findingCodes } from '../trace/finding-codes.ts';
import { exitCodeOf } from '../trace/status.ts';
import type { RunSummary } from '../trace/summary.ts';
import { type Remark, type RemarkPlace, remarksOf } from './remarks.ts';
import { visible } from './visible.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** Whoever reads a report knows how to resolve it; nothing of the machine that wrote it is in the file. */
const ROOT = 'PROJECTROOT';

export function renderSarif(summary: RunSummary): string {
  const remarks = remarksOf(summary);
  const rules = [...new Map(remarks.map((remark) => [remark.rule, remark])).values()];
  const ruleIndex = new Map(rules.map(({ rule }, index) => [rule, index]));
  const { identity, startedAt, finishedAt, params, status, mode } = summary;
  return `${prettyJson({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Fozzy', rules: rules.map(ruleOf) } },
        automationDetails: { id: `fozzy/${mode}/${identity.runId}`, guid: identity.runId },
        originalUriBaseIds: { [ROOT]: { description: { text: 'the directory the command was called in' } } },
        invocations: [
          {
            commandLine: params.commandLine.join(' '),
            startTimeUtc: startedAt,
            endTimeUtc: finishedAt,
            exitCode: exitCodeOf(status),
            executionSuccessful: status !== 'error' && summary.interrupted !== true,
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: remarks.map((remark) => resultOf(remark, ruleIndex.get(remark.rule) ?? 0)),
        properties: { seed: identity.seed, status },
      },
    ],
  })}\n`;
}

function ruleOf({ rule, level, finding }: Remark): Json {
  const known = findingCodes.find(({ code }) => code === finding?.title);
  const text = known?.meaning ?? (finding === undefined ? 'a run did not end as it should' : `a finding of kind ${finding.kind}`);
  return { id: rule, shortDescription: { text }, defaultConfiguration: { level } };
}

function resultOf({ rule, level, message, place, finding, item }: Remark, ruleIndex: number): Json {
  const { replay, again } = item.commands;
  const stepPath = finding?.location?.stepPath;
  const location: JsonObject = {
    ...(place === undefined ? {} : { physicalLocation: physicalLocation(place) }),
    ...(stepPath === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: stepPath, kind: 'object' }] }),
  };
  const repeat = replay ?? again;
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: [visible(message), ...(repeat === undefined ? [] : [`Replay: ${repeat}`])].join('\n') },
    locations: Object.keys(location).length === 0 ? [] : [location],
    ...(finding === undefined ? {} : { partialFingerprints: { 'fozzyFingerprint/v1': finding.fingerprint } }),
    ...(finding?.occurrences === undefined ? {} : { occurrenceCount: finding.occurrences }),
    properties: {
      scenario: item.path,
      name: item.name,
      status: item.status,
      seed: item.seed,
      ...(replay === undefined ? {} : { replay }),
      ...(again === undefined ? {} : { again }),
    },
  };
}

/** Lines and columns are counted from 1; a column means nothing without its line. */
function physicalLocation({ file, line, col }: RemarkPlace): JsonObject {
  const isAbsolute = file.startsWith('/');
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const region =
    line === undefined || line < 1 ? undefined : { startLine: line, ...(col === undefined || col < 1 ? {} : { startColumn: col }) };
  return {
    artifactLocation: isAbsolute ? { uri: `file://${uri}` } : { uri, uriBaseId: ROOT },
    ...(region === undefined ? {} : { region }),
  };
}
