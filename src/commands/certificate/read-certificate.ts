/** A certificate from a file or a run, and what can be said against it without running anything. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { isObject } from '../../store/json-file.ts';
import { type Certificate, CERTIFICATE_FILE, CERTIFICATE_SCHEMA, checksumOf } from '../../trace/certificate.ts';
import type { Context } from '../context.ts';
import { resolveRun } from '../open-trace.ts';

export interface FoundCertificate {
  readonly path: string;
  readonly certificate: Certificate;
}

export interface Objection {
  readonly code: 'checksum' | 'inconsistent' | 'unknown_schedule' | 'missing_schedule' | 'failing_schedule' | 'crash_states';
  readonly message: string;
}

export function findCertificate(selector: string, context: Context): FoundCertificate {
  const path = pathOf(selector, context);
  return { path, certificate: parsed(readFileSync(path, 'utf8'), path) };
}

function pathOf(selector: string, context: Context): string {
  const given = resolve(context.cwd, selector);
  if (selector.endsWith('.json')) {
    if (existsSync(given)) return given;
    throw new FozzyError('selector_not_found', `certificate not found: ${selector}`, {
      hint: `a search that has tried everything writes ${CERTIFICATE_FILE} into its run directory`,
    });
  }
  const { runDir, runId = selector } = resolveRun(selector, context);
  if (runDir === undefined) {
    throw new FozzyError('selector_not_found', `the run of ${selector} is not here, and a certificate is kept with its run`, {
      hint: `name the run, or the ${CERTIFICATE_FILE} it wrote; or explore again`,
    });
  }
  const path = join(runDir, CERTIFICATE_FILE);
  if (existsSync(path)) return path;
  throw new FozzyError('selector_not_found', `run ${runId} has no certificate: it was no search of everything`, {
    hint: 'run `fozzy explore <scenario> --schedule dfs` with enough --runs and --time that it says "exhaustive": true',
  });
}

function parsed(text: string, path: string): Certificate {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new FozzyError('trace_parse', `failed to parse certificate ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  // Reason for the cast: what JSON.parse gives is JSON.
  const json = document as JsonObject;
  if (!isObject(json) || json['schemaVersion'] !== CERTIFICATE_SCHEMA || !hasShape(json)) {
    throw new FozzyError('trace_format', `${path} is no certificate of this version (${CERTIFICATE_SCHEMA})`);
  }
  // Reason for the cast: the members that are used have just been looked at.
  return json as unknown as Certificate;
}

function hasShape(json: JsonObject): boolean {
  const { seed, schedules, classes, scenarioPath, simulation, explore, strategy } = json;
  const isNamed =
    typeof seed === 'string' && typeof schedules === 'number' && typeof scenarioPath === 'string' && typeof strategy === 'string';
  const hasSubject = isObject(simulation ?? null) || isObject(explore ?? null);
  return isNamed && hasSubject && Array.isArray(classes) && classes.every((each) => typeof each === 'string');
}

/** What the document says about itself. */
export function objectionsOf(certificate: Certificate): readonly Objection[] {
  const { checksum, schedules, classes } = certificate;
  const isChanged = checksum !== checksumOf(certificate);
  const different = new Set(classes).size;
  return [
    ...(isChanged ? [{ code: 'checksum', message: 'the certificate was changed after it was written' } as const] : []),
    ...(different !== schedules || different !== classes.length
      ? [{ code: 'inconsistent', message: `it claims ${schedules} schedules and lists ${different} different ones` } as const]
      : []),
  ];
}
