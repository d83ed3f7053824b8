/** JSON documents on disk: written for people, with a final line feed; read without rounding, undefined if they are no JSON object. */
import { readFileSync } from 'node:fs';
import { asJson } from '../base/as-json.ts';
import { isArray, prettyJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { parseJsonValue } from '../base/json-text.ts';
import { errnoOf, fileError } from './file-error.ts';

export function renderDocument(document: object): string {
  return `${prettyJson(asJson(document))}\n`;
}

/** Undefined if the file does not exist. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return undefined;
    throw fileError(error, 'read', path);
  }
}

export function parseObject(text: string): JsonObject | undefined {
  const parsed = parseJsonValue(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}
