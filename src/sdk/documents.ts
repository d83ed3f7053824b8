/** What each command answers with. A command without a line here is a mistake that a test finds. */
import type { Json, JsonObject } from '../base/json.ts';
import type { Problem } from '../base/problem.ts';
import type { Flakes } from '../campaign/flake.ts';
import type { VerifiedCertificate } from '../commands/certificate/perform.ts';
import type { CiDocument } from '../commands/ci/perform.ts';
import type { MinimizeDocument } from '../commands/corpus/minimize-document.ts';
import type { DoctorDocument } from '../commands/doctor/document.ts';
import type { EnvDocument } from '../commands/env/perform.ts';
import type { HotspotsDocument, ServicesDocument, SuitesDocument } from '../commands/map/documents.ts';
import type { MemoryEntry } from '../commands/memory/perform-top.ts';
import type { MemoryGraph } from '../commands/memory/memory-of.ts';
import type { ProfileOutput } from '../commands/profile/output-shapes.ts';
import type { SavedTest } from '../commands/save/perform.ts';
import type { ShownRun } from '../commands/show/perform.ts';
import type { ShowDocument } from '../commands/trace-show/show-document.ts';
import type { DiffDocument } from '../commands/trace-diff/perform.ts';
import type { VerifyDocument } from '../commands/trace-verify/perform.ts';
import type { WorkReport } from '../commands/workflow/step.ts';
import type { ShrinkClassification } from '../commands/workflow/trace-steps.ts';
import type { Confirmation } from '../report/confirmation.ts';
import type { ExplainedRun } from '../report/explanation.ts';
import type { SchemaDocument, TypeSchema } from '../scenario/schema-document.ts';
import type { RunList } from '../store/list-runs.ts';
import type { PruneResult } from '../store/prune.ts';
import type { FindingCode } from '../trace/finding-codes.ts';
import type { Backends, RunSummary } from '../trace/summary.ts';

interface Versioned {
  readonly schemaVersion: string;
}

export interface InitDocument extends Versioned {
  readonly config: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly kept: readonly { readonly path: string; readonly reason: string }[];
  readonly next: readonly string[];
}

export interface ExportDocument extends Versioned {
  readonly type: 'exported';
  readonly out: string;
  readonly files: readonly string[];
}

export interface ArtifactsDiffDocument extends Versioned {
  readonly type: 'diff';
  readonly diff: {
    readonly left: string;
    readonly right: string;
    readonly files: readonly {
      readonly key: string;
      readonly leftPath?: string;
      readonly rightPath?: string;
      readonly leftSizeBytes?: number;
      readonly rightSizeBytes?: number;
      readonly changed: boolean;
    }[];
    readonly report: JsonObject;
    readonly trace?: { readonly same: boolean; readonly firstDecisionDiffIndex?: number; readonly firstEventDiffIndex?: number };
  };
}

export interface MemoryDiffDocument extends Versioned {
  readonly left: string;
  readonly right: string;
  readonly leftLeakedBytes: number;
  readonly leftLeakedAllocs: number;
  readonly leftPeakBytes: number;
  readonly rightLeakedBytes: number;
  readonly rightLeakedAllocs: number;
  readonly rightPeakBytes: number;
  readonly deltaLeakedBytes: number;
  readonly deltaLeakedAllocs: number;
  readonly deltaPeakBytes: number;
}

export interface GateDocument extends Versioned {
  readonly ok: boolean;
  readonly profile: string;
  readonly strict: boolean;
  readonly scenarioRoot: string;
  readonly scopes: readonly string[];
  readonly matchedScenarios: readonly string[];
  readonly backends: Backends;
  readonly steps: readonly WorkReport[];
  readonly evidence?: string;
}

export interface FullDocument extends Versioned {
  readonly ok: boolean;
  readonly strict: boolean;
  readonly unsafe_mode: boolean;
  readonly scenarioRoot: string;
  readonly backends: Backends;
  readonly guidance: readonly string[];
  readonly shrinkClassification?: ShrinkClassification;
  readonly steps: readonly WorkReport[];
}

export interface ValidateDocument extends Versioned {
  readonly ok: boolean;
  readonly scenario: string;
  readonly variant?: string;
  readonly name?: string;
  readonly steps?: number;
  readonly invariants?: number;
  readonly suites?: number;
  readonly problems: readonly (Problem & { readonly file?: string })[];
  readonly error?: string;
}

type TypesDocument = Versioned & {
  readonly type: string;
  readonly schemas: readonly (TypeSchema & { readonly kind: string; readonly type: string })[];
};

export interface FullSchemaDocument extends Versioned, SchemaDocument {
  /** JSON Schema of what the subcommands of `profile` answer with, by subcommand. */
  readonly profileOutputSchemas: Readonly<Record<string, JsonObject>>;
  /** JSON Schema of the profile files of a run, by file. */
  readonly profileArtifactSchemas: Readonly<Record<string, JsonObject>>;
  readonly errorCodes: readonly {
    readonly code: string;
    readonly exitCode: number;
    readonly meaning: string;
    readonly hint: string | null;
  }[];
  readonly findingCodes: readonly FindingCode[];
  readonly jsonSchema: JsonObject;
}

/** A summary with the part that this command always has something to say in. */
type SummaryWith<Part extends keyof RunSummary> = RunSummary & Required<Pick<RunSummary, Part>>;

/** By the name of the method. */
export interface Documents {
  init: InitDocument;
  run: RunSummary;
  test: SummaryWith<'tests' | 'results'>;
  fuzz: SummaryWith<'fuzz'>;
  explore: SummaryWith<'search'>;
  replay: SummaryWith<'replay'>;
  shrink: SummaryWith<'shrink'>;
  save: SavedTest;
  confirm: Confirmation;
  certificateVerify: VerifiedCertificate;
  show: ShownRun;
  explain: ExplainedRun;
  traceVerify: VerifyDocument;
  traceShow: ShowDocument;
  traceDiff: DiffDocument;
  ci: CiDocument;
  gate: GateDocument;
  full: FullDocument;
  reportShow: Versioned & { readonly format: string; readonly content: string };
  reportMerge: RunSummary;
  reportQuery: Versioned & { readonly path?: string; readonly value?: Json; readonly paths?: readonly string[] };
  reportFlaky: Versioned & Flakes & { readonly budgetPct?: number; readonly budgetExceeded: boolean };
  artifactsLs: Versioned & {
    readonly type: 'list';
    readonly entries: readonly { readonly kind: string; readonly path: string; readonly sizeBytes: number }[];
  };
  artifactsDiff: ArtifactsDiffDocument;
  artifactsExport: ExportDocument;
  artifactsPack: ExportDocument;
  artifactsBundle: ExportDocument & { readonly ciOk: boolean };
  profileTop: ProfileOutput<'top'>;
  profileFlame: ProfileOutput<'flame'>;
  profileTimeline: ProfileOutput<'timeline'>;
  profileDiff: ProfileOutput<'diff'>;
  profileExplain: ProfileOutput<'explain'>;
  profileExport: ProfileOutput<'export'>;
  profileShrink: ProfileOutput<'shrink'>;
  profileEnv: ProfileOutput<'env'>;
  profileDoctor: ProfileOutput<'doctor'>;
  mapHotspots: HotspotsDocument;
  mapServices: ServicesDocument;
  mapSuites: SuitesDocument;
  memoryTop: Versioned & { readonly run: string; readonly limit: number; readonly total: number; readonly entries: readonly MemoryEntry[] };
  memoryGraph: Versioned & { readonly run: string; readonly graph: MemoryGraph; readonly out?: string };
  memoryDiff: MemoryDiffDocument;
  corpusList: Versioned & {
    readonly dir: string;
    readonly entries: readonly { readonly path: string; readonly sizeBytes: number; readonly blake3: string }[];
  };
  corpusAdd: Versioned & { readonly added: number; readonly existed: number };
  corpusMinimize: MinimizeDocument;
  corpusExport: Versioned & { readonly ok: boolean; readonly zip: string; readonly entries: number };
  corpusImport: Versioned & { readonly ok: boolean; readonly dir: string; readonly entries: number };
  runsLs: Versioned & RunList;
  runsPrune: Versioned & PruneResult & { readonly dryRun: boolean };
  validate: ValidateDocument;
  doctor: DoctorDocument;
  env: EnvDocument;
  schema: FullSchemaDocument;
  usage: Versioned & {
    readonly title: string;
    readonly items: readonly { readonly command: string; readonly when: string; readonly how: string }[];
  };
  completions: Versioned & { readonly shell: string; readonly script: string };
  version: Versioned & { readonly version: string; readonly commit?: string; readonly build_date?: string };
}

/** Options that make a command answer with something else. */
interface Otherwise {
  replay: { readonly when: { readonly profileExportFormat: string }; readonly answer: ReplayExport };
  reportShow: { readonly when: { readonly format: 'json' }; readonly answer: RunSummary };
  schema: { readonly when: { readonly type: string }; readonly answer: TypesDocument };
}

export interface ReplayExport {
  readonly run: SummaryWith<'replay'>;
  readonly profileExport: Omit<ProfileOutput<'export'>, 'schemaVersion'>;
}

/** What a method answers with when it is given these options. */
export type DocumentOf<M extends keyof Documents, O = object> = M extends keyof Otherwise
  ? O extends Otherwise[M]['when']
    ? Otherwise[M]['answer']
    : Documents[M]
  : Documents[M];
