/** How every file of a kind begins that Fozzy made: what a later one of that kind may replace, and nothing else. */

export type ProfileFormat = 'folded' | 'svg' | 'speedscope' | 'html' | 'json' | 'pprof' | 'otlp';

/** A packed file is looked at unpacked. */
export const madeHere: Readonly<Record<ProfileFormat, RegExp>> = {
  // The format has no room for a maker; what other files would have such lines, a place in brackets or of a step in the first of them?
  folded: /^(?=[^\n]*(?:\([^\n]+\)|\/steps\/)[^\n]* \d+\n)(?:[^\n]+ \d+\n)+$/u,
  svg: /^<\?xml [^>]*>\s*<svg [^]{0,4000}?<desc>made by fozzy<\/desc>/u,
  speedscope: /^\{\s*"\$schema": "https:\/\/www\.speedscope\.app\/[^]{0,4000}?"exporter": "fozzy"/u,
  html: /^<!doctype html>\s*<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="fozzy">/u,
  json: /^\{\s*"exporter": "fozzy"/u,
  pprof: /^\P{L}[^]*made by fozzy/u,
  otlp: /^\{\s*"resourceSpans": \[[^]{0,4000}?"telemetry\.sdk\.name",\s*"value": \{\s*"stringValue": "fozzy"/u,
};
