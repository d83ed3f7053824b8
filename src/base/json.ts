/**
 * The JSON value as Fozzy sees it. Integers outside the safe range are kept as bigint, so that a
 * 64-bit number is never rounded on its way from a user's file to a report.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
