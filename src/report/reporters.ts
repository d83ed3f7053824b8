/** The ways a run can be told, each a plain function of its summary and, where somebody has it, of what happened in it. Adding one is one line here. */
import { asJson } from '../base/as-json.ts';
import { prettyJson } from '../base/canonical-json.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { RunSummary } from '../trace/summary.ts';
import { renderAgent } from './agent.ts';
import { renderAnnotations } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderNdjson } from './ndjson.ts';
import type { ReporterName } from './reporter-names.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary-text.ts';
import type { TextStyle } from './text-block.ts';

/** What is known of a run besides its summary. A reporter that could use something that is not there leaves it out. */
export interface Evidence {
  readonly events?: readonly TraceEvent[];
}

export interface Telling {
  readonly summary: RunSummary;
  readonly style: TextStyle;
  readonly evidence: Evidence;
  /** From the top of the repository to the project; '' when they are the same. */
  readonly root: string;
}

export interface Reporter {
  readonly about: string;
  /** Under which name a run keeps it, if it is asked for. */
  readonly file?: string;
  /** How every report of this kind begins: what a later one may replace. */
  readonly begins: RegExp;
  /** Lines for a log, which others may follow; everything else is one document that must stand alone. */
  readonly isText: boolean;
  readonly render: (telling: Telling) => string;
}

export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  pretty: {
    about: 'for people',
    begins: /^fozzy \S+ [A-Z]+\n/u,
    isText: true,
    render: ({ summary, style }) => renderSummary(summary, style),
  },
  json: {
    about: 'the summary as it is stored',
    begins: /^\{\s*"status": "\w+",\s*"mode": "\w+",/u,
    isText: false,
    render: ({ summary }) => `${prettyJson(asJson(summary))}\n`,
  },
  junit: {
    about: 'JUnit XML',
    begins: /^<\?xml [^>]*>\s*<testsuites name="fozzy"/u,
    file: 'junit.xml',
    isText: false,
    render: ({ summary }) => renderJunit(summary),
  },
  html: {
    about: 'one page that needs nothing else',
    begins: /^<!doctype html>[^]{0,4000}?<title>[^<]*fozzy/iu,
    file: 'report.html',
    isText: false,
    render: ({ summary, evidence }) => renderHtml(summary, evidence.events),
  },
  github: {
    about: 'annotations and a job summary for GitHub Actions',
    begins: /^(?:::(?:error|warning|notice) |$)/u,
    isText: true,
    render: ({ summary, root }) => renderAnnotations(summary, root),
  },
  sarif: {
    about: 'SARIF 2.1.0',
    begins: /^\{[^]{0,400}?"name": "Fozzy"/u,
    file: 'report.sarif',
    isText: false,
    render: ({ summary }) => renderSarif(summary),
  },
  ndjson: {
    about: 'events, one JSON document per line',
    begins: /^\{[^\n]*"schemaVersion":"fozzy\.report_event\.v1"/u,
    file: 'report.ndjson',
    isText: false,
    render: ({ summary, evidence }) => renderNdjson(summary, evidence.events),
  },
  agent: {
    about: 'few words: what failed, where, and how to repeat it',
    begins: /^[A-Z]+ (?:run|test|fuzz|explore|replay|shrink)\b/u,
    isText: true,
    render: ({ summary }) => renderAgent(summary),
  },
};
