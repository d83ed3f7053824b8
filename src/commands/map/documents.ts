/** What the maps answer with, for the commands and the SDK alike. */
import type { Evidence, UnreadableScenario } from './evidence.ts';
import type { Skipped } from './source-files.ts';
import type { MapProfile, ShrinkPolicy, SuiteName } from './suite-policy.ts';
import type { Confidence, Surveyed } from './survey.ts';

/** How much of the source was seen: nothing is left out silently. */
interface Seen {
  readonly skippedSourceFiles: readonly Skipped[];
  readonly unreadableScenarios: readonly UnreadableScenario[];
  readonly warnings: readonly string[];
  readonly confidence: Confidence;
}

export interface HotspotsDocument extends Seen {
  readonly schemaVersion: 'fozzy.map_hotspots.v3';
  readonly root: string;
  readonly minRisk: number;
  readonly scannedFiles: number;
  readonly totalHotspots: number;
  readonly returnedHotspots: number;
  readonly truncated: boolean;
  readonly hotspots: readonly (Omit<Surveyed, 'file' | 'blake3'> & { readonly recommendedSuites: readonly SuiteName[] })[];
}

export interface ServiceRow {
  readonly name: string;
  readonly path: string;
  readonly kind: 'service' | 'library';
  readonly fileCount: number;
  readonly lineCount: number;
  readonly maxRiskScore: number;
  readonly riskiestPath: string;
  readonly entrypoints: number;
  readonly externalEffects: number;
}

export interface ServicesDocument extends Seen {
  readonly schemaVersion: 'fozzy.map_services.v3';
  readonly root: string;
  readonly scannedFiles: number;
  readonly services: readonly ServiceRow[];
}

export interface SuiteRow {
  readonly hotspotId: string;
  readonly component: string;
  readonly path: string;
  readonly riskScore: number;
  readonly requiredByPolicy: boolean;
  readonly covered: boolean;
  readonly requiredSuites: readonly SuiteName[];
  readonly coveredSuites: readonly SuiteName[];
  readonly missingRequiredSuites: readonly SuiteName[];
  readonly coverageEvidence: readonly Evidence[];
  readonly whyRequired: readonly string[];
  readonly recommendedSuites: readonly SuiteName[];
}

export interface SuitesDocument extends Seen {
  readonly schemaVersion: 'fozzy.map_suites.v6';
  readonly root: string;
  readonly scenarioRoot: string;
  readonly scannedFiles: number;
  readonly profile: MapProfile;
  readonly shrinkPolicy: ShrinkPolicy;
  readonly baseMinRisk: number;
  readonly effectiveMinRisk: number;
  readonly scenarioCount: number;
  readonly requiredHotspotCount: number;
  readonly coveredHotspotCount: number;
  readonly uncoveredHotspotCount: number;
  readonly totalSuites: number;
  readonly returnedSuites: number;
  readonly offset: number;
  readonly limit: number;
  readonly truncated: boolean;
  readonly suites: readonly SuiteRow[];
}
