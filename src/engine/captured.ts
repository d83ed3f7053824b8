/** Reading back what was captured from the outside: plain JSON whose members are looked at one by one. */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';

export function capturedObject(answer: Json | undefined): JsonObject | undefined {
  return typeof answer === 'object' && answer !== null && !isArray(answer) ? answer : undefined;
}

export function capturedText(answer: JsonObject, key: string): string {
  const value = answer[key];
  return typeof value === 'string' ? value : '';
}

export function capturedNumber(answer: JsonObject, key: string): number {
  const value = answer[key];
  return typeof value === 'number' ? value : 0;
}

export interface CapturedError {
  readonly class: string;
  readonly message: string;
  readonly excerpt: string;
}

export function capturedError(answer: JsonObject): CapturedError | undefined {
  const error = capturedObject(answer['error']);
  if (error === undefined) return undefined;
  return { class: capturedText(error, 'class'), message: capturedText(error, 'message'), excerpt: capturedText(error, 'excerpt') };
}

/** Header lists are kept as pairs, so that repeated headers keep their order. */
export function capturedHeaders(answer: JsonObject): readonly (readonly [string, string])[] {
  const headers = answer['headers'];
  if (headers === undefined || headers === null || typeof headers !== 'object' || !isArray(headers)) return [];
  return headers.flatMap((pair) => {
    if (pair === null || typeof pair !== 'object' || !isArray(pair)) return [];
    const [name, value] = pair;
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : [];
  });
}

/** A host failure as data of a decision. */
export function errorPayload(error: { readonly class: string; readonly message: string; readonly excerpt?: string }): JsonObject {
  return { class: error.class, message: error.message, ...(error.excerpt === undefined ? {} : { excerpt: error.excerpt }) };
}
