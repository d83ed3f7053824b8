/** Made from the table of commands by `npm run generate`: the method of every command. */
import type { DocumentOf } from '../documents.ts';
import type { EventStream } from '../event-stream.ts';
import type { TraceVerifyOptions, TraceShowOptions, TraceDiffOptions, CertificateVerifyOptions, ReportShowOptions, ReportQueryOptions, ReportFlakyOptions, ReportMergeOptions, ArtifactsLsOptions, ArtifactsDiffOptions, ArtifactsExportOptions, ArtifactsPackOptions, ArtifactsBundleOptions, ProfileTopOptions, ProfileFlameOptions, ProfileTimelineOptions, ProfileDiffOptions, ProfileExplainOptions, ProfileExportOptions, ProfileShrinkOptions, ProfileEnvOptions, ProfileDoctorOptions, MapHotspotsOptions, MapServicesOptions, MapSuitesOptions, MemoryTopOptions, MemoryGraphOptions, MemoryDiffOptions, CorpusListOptions, CorpusAddOptions, CorpusMinimizeOptions, CorpusExportOptions, CorpusImportOptions, RunsLsOptions, RunsPruneOptions } from './group-options.ts';
import type { InitOptions, RunOptions, TestOptions, FuzzOptions, ExploreOptions, ReplayOptions, ShrinkOptions, SaveOptions, ShowOptions, ExplainOptions, ConfirmOptions, CiOptions, GateOptions, FullOptions, ValidateOptions, DoctorOptions, EnvOptions, SchemaOptions, UsageOptions, CompletionsOptions, VersionOptions } from './options.ts';

/** One method per command; what it answers with is the document of the command. */
export abstract class CommandMethods {
  protected abstract call<D extends object>(command: string, options: object): Promise<D>;
  init(options: InitOptions = {}): Promise<DocumentOf<'init'>> { return this.call('init', { ...options }); }
  run(scenario: string, options: RunOptions = {}): Promise<DocumentOf<'run'>> { return this.call('run', { ...options, scenario }); }
  test(options: TestOptions = {}): Promise<DocumentOf<'test'>> { return this.call('test', { ...options }); }
  fuzz(target: string, options: FuzzOptions = {}): Promise<DocumentOf<'fuzz'>> { return this.call('fuzz', { ...options, target }); }
  explore(scenario: string, options: ExploreOptions = {}): Promise<DocumentOf<'explore'>> { return this.call('explore', { ...options, scenario }); }
  replay<const O extends ReplayOptions>(runOrTrace: string, options?: O): Promise<DocumentOf<'replay', O>> { return this.call('replay', { ...options, runOrTrace }); }
  shrink(runOrTrace: string, options: ShrinkOptions = {}): Promise<DocumentOf<'shrink'>> { return this.call('shrink', { ...options, runOrTrace }); }
  save(finding: string, options: SaveOptions = {}): Promise<DocumentOf<'save'>> { return this.call('save', { ...options, finding }); }
  show(runOrTrace: string, options: ShowOptions = {}): Promise<DocumentOf<'show'>> { return this.call('show', { ...options, runOrTrace }); }
  explain(runOrTrace: string, options: ExplainOptions = {}): Promise<DocumentOf<'explain'>> { return this.call('explain', { ...options, runOrTrace }); }
  confirm(runOrTrace: string, options: ConfirmOptions = {}): Promise<DocumentOf<'confirm'>> { return this.call('confirm', { ...options, runOrTrace }); }
  traceVerify(runOrTrace: string, options: TraceVerifyOptions = {}): Promise<DocumentOf<'traceVerify'>> { return this.call('trace verify', { ...options, runOrTrace }); }
  traceShow(runOrTrace: string, options: TraceShowOptions = {}): Promise<DocumentOf<'traceShow'>> { return this.call('trace show', { ...options, runOrTrace }); }
  traceDiff(left: string, right: string, options: TraceDiffOptions = {}): Promise<DocumentOf<'traceDiff'>> { return this.call('trace diff', { ...options, left, right }); }
  certificateVerify(certificate: string, options: CertificateVerifyOptions = {}): Promise<DocumentOf<'certificateVerify'>> { return this.call('certificate verify', { ...options, certificate }); }
  ci(runOrTrace: string, options: CiOptions = {}): Promise<DocumentOf<'ci'>> { return this.call('ci', { ...options, runOrTrace }); }
  gate(options: GateOptions = {}): Promise<DocumentOf<'gate'>> { return this.call('gate', { ...options }); }
  full(options: FullOptions = {}): Promise<DocumentOf<'full'>> { return this.call('full', { ...options }); }
  reportShow<const O extends ReportShowOptions>(runOrTrace: string, options?: O): Promise<DocumentOf<'reportShow', O>> { return this.call('report show', { ...options, runOrTrace }); }
  reportQuery(runOrTrace: string, options: ReportQueryOptions = {}): Promise<DocumentOf<'reportQuery'>> { return this.call('report query', { ...options, runOrTrace }); }
  reportFlaky(runs: readonly string[], options: ReportFlakyOptions = {}): Promise<DocumentOf<'reportFlaky'>> { return this.call('report flaky', { ...options, runs }); }
  reportMerge(runs: readonly string[], options: ReportMergeOptions = {}): Promise<DocumentOf<'reportMerge'>> { return this.call('report merge', { ...options, runs }); }
  artifactsLs(runOrTrace: string, options: ArtifactsLsOptions = {}): Promise<DocumentOf<'artifactsLs'>> { return this.call('artifacts ls', { ...options, runOrTrace }); }
  artifactsDiff(left: string, right: string, options: ArtifactsDiffOptions = {}): Promise<DocumentOf<'artifactsDiff'>> { return this.call('artifacts diff', { ...options, left, right }); }
  artifactsExport(runOrTrace: string, options: ArtifactsExportOptions = {}): Promise<DocumentOf<'artifactsExport'>> { return this.call('artifacts export', { ...options, runOrTrace }); }
  artifactsPack(runOrTrace: string, options: ArtifactsPackOptions = {}): Promise<DocumentOf<'artifactsPack'>> { return this.call('artifacts pack', { ...options, runOrTrace }); }
  artifactsBundle(runOrTrace: string, options: ArtifactsBundleOptions = {}): Promise<DocumentOf<'artifactsBundle'>> { return this.call('artifacts bundle', { ...options, runOrTrace }); }
  profileTop(runOrTrace: string, options: ProfileTopOptions = {}): Promise<DocumentOf<'profileTop'>> { return this.call('profile top', { ...options, runOrTrace }); }
  profileFlame(runOrTrace: string, options: ProfileFlameOptions = {}): Promise<DocumentOf<'profileFlame'>> { return this.call('profile flame', { ...options, runOrTrace }); }
  profileTimeline(runOrTrace: string, options: ProfileTimelineOptions = {}): Promise<DocumentOf<'profileTimeline'>> { return this.call('profile timeline', { ...options, runOrTrace }); }
  profileDiff(left: string, right: string, options: ProfileDiffOptions = {}): Promise<DocumentOf<'profileDiff'>> { return this.call('profile diff', { ...options, left, right }); }
  profileExplain(runOrTrace: string, options: ProfileExplainOptions = {}): Promise<DocumentOf<'profileExplain'>> { return this.call('profile explain', { ...options, runOrTrace }); }
  profileExport(runOrTrace: string, options: ProfileExportOptions = {}): Promise<DocumentOf<'profileExport'>> { return this.call('profile export', { ...options, runOrTrace }); }
  profileShrink(runOrTrace: string, options: ProfileShrinkOptions = {}): Promise<DocumentOf<'profileShrink'>> { return this.call('profile shrink', { ...options, runOrTrace }); }
  profileEnv(options: ProfileEnvOptions = {}): Promise<DocumentOf<'profileEnv'>> { return this.call('profile env', { ...options }); }
  profileDoctor(options: ProfileDoctorOptions = {}): Promise<DocumentOf<'profileDoctor'>> { return this.call('profile doctor', { ...options }); }
  mapHotspots(options: MapHotspotsOptions = {}): Promise<DocumentOf<'mapHotspots'>> { return this.call('map hotspots', { ...options }); }
  mapServices(options: MapServicesOptions = {}): Promise<DocumentOf<'mapServices'>> { return this.call('map services', { ...options }); }
  mapSuites(options: MapSuitesOptions = {}): Promise<DocumentOf<'mapSuites'>> { return this.call('map suites', { ...options }); }
  memoryTop(runOrTrace: string, options: MemoryTopOptions = {}): Promise<DocumentOf<'memoryTop'>> { return this.call('memory top', { ...options, runOrTrace }); }
  memoryGraph(runOrTrace: string, options: MemoryGraphOptions = {}): Promise<DocumentOf<'memoryGraph'>> { return this.call('memory graph', { ...options, runOrTrace }); }
  memoryDiff(left: string, right: string, options: MemoryDiffOptions = {}): Promise<DocumentOf<'memoryDiff'>> { return this.call('memory diff', { ...options, left, right }); }
  corpusList(dir: string, options: CorpusListOptions = {}): Promise<DocumentOf<'corpusList'>> { return this.call('corpus list', { ...options, dir }); }
  corpusAdd(dir: string, file: string, options: CorpusAddOptions = {}): Promise<DocumentOf<'corpusAdd'>> { return this.call('corpus add', { ...options, dir, file }); }
  corpusMinimize(dir: string, options: CorpusMinimizeOptions = {}): Promise<DocumentOf<'corpusMinimize'>> { return this.call('corpus minimize', { ...options, dir }); }
  corpusExport(dir: string, options: CorpusExportOptions = {}): Promise<DocumentOf<'corpusExport'>> { return this.call('corpus export', { ...options, dir }); }
  corpusImport(zip: string, options: CorpusImportOptions = {}): Promise<DocumentOf<'corpusImport'>> { return this.call('corpus import', { ...options, zip }); }
  runsLs(options: RunsLsOptions = {}): Promise<DocumentOf<'runsLs'>> { return this.call('runs ls', { ...options }); }
  runsPrune(options: RunsPruneOptions = {}): Promise<DocumentOf<'runsPrune'>> { return this.call('runs prune', { ...options }); }
  validate(scenario: string, options: ValidateOptions = {}): Promise<DocumentOf<'validate'>> { return this.call('validate', { ...options, scenario }); }
  doctor(options: DoctorOptions = {}): Promise<DocumentOf<'doctor'>> { return this.call('doctor', { ...options }); }
  env(options: EnvOptions = {}): Promise<DocumentOf<'env'>> { return this.call('env', { ...options }); }
  schema<const O extends SchemaOptions>(options?: O): Promise<DocumentOf<'schema', O>> { return this.call('schema', { ...options }); }
  usage(options: UsageOptions = {}): Promise<DocumentOf<'usage'>> { return this.call('usage', { ...options }); }
  completions(shell: string, options: CompletionsOptions = {}): Promise<DocumentOf<'completions'>> { return this.call('completions', { ...options, shell }); }
  version(options: VersionOptions = {}): Promise<DocumentOf<'version'>> { return this.call('version', { ...options }); }
}

/** The long ones again, as streams of what they say while they work. */
export abstract class EventMethods {
  protected abstract start<D extends object>(command: string, options: object): EventStream<D>;
  run(scenario: string, options: RunOptions = {}): EventStream<DocumentOf<'run'>> { return this.start('run', { ...options, scenario }); }
  test(options: TestOptions = {}): EventStream<DocumentOf<'test'>> { return this.start('test', { ...options }); }
  fuzz(target: string, options: FuzzOptions = {}): EventStream<DocumentOf<'fuzz'>> { return this.start('fuzz', { ...options, target }); }
  explore(scenario: string, options: ExploreOptions = {}): EventStream<DocumentOf<'explore'>> { return this.start('explore', { ...options, scenario }); }
  replay<const O extends ReplayOptions>(runOrTrace: string, options?: O): EventStream<DocumentOf<'replay', O>> { return this.start('replay', { ...options, runOrTrace }); }
  shrink(runOrTrace: string, options: ShrinkOptions = {}): EventStream<DocumentOf<'shrink'>> { return this.start('shrink', { ...options, runOrTrace }); }
  explain(runOrTrace: string, options: ExplainOptions = {}): EventStream<DocumentOf<'explain'>> { return this.start('explain', { ...options, runOrTrace }); }
  confirm(runOrTrace: string, options: ConfirmOptions = {}): EventStream<DocumentOf<'confirm'>> { return this.start('confirm', { ...options, runOrTrace }); }
  certificateVerify(certificate: string, options: CertificateVerifyOptions = {}): EventStream<DocumentOf<'certificateVerify'>> { return this.start('certificate verify', { ...options, certificate }); }
  ci(runOrTrace: string, options: CiOptions = {}): EventStream<DocumentOf<'ci'>> { return this.start('ci', { ...options, runOrTrace }); }
  gate(options: GateOptions = {}): EventStream<DocumentOf<'gate'>> { return this.start('gate', { ...options }); }
  full(options: FullOptions = {}): EventStream<DocumentOf<'full'>> { return this.start('full', { ...options }); }
  profileShrink(runOrTrace: string, options: ProfileShrinkOptions = {}): EventStream<DocumentOf<'profileShrink'>> { return this.start('profile shrink', { ...options, runOrTrace }); }
  mapHotspots(options: MapHotspotsOptions = {}): EventStream<DocumentOf<'mapHotspots'>> { return this.start('map hotspots', { ...options }); }
  mapServices(options: MapServicesOptions = {}): EventStream<DocumentOf<'mapServices'>> { return this.start('map services', { ...options }); }
  mapSuites(options: MapSuitesOptions = {}): EventStream<DocumentOf<'mapSuites'>> { return this.start('map suites', { ...options }); }
  corpusMinimize(dir: string, options: CorpusMinimizeOptions = {}): EventStream<DocumentOf<'corpusMinimize'>> { return this.start('corpus minimize', { ...options, dir }); }
  doctor(options: DoctorOptions = {}): EventStream<DocumentOf<'doctor'>> { return this.start('doctor', { ...options }); }
}
