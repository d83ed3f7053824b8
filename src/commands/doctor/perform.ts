/** Looks at the machine, the project and, if asked to, at a subject; says what is wrong and what to do about it. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { shellWord } from '../../base/shell-word.ts';
import { progressEvent } from '../../report/progress.ts';
import { type Touches, whatItTouches } from '../../sim/inspect/what-it-touches.ts';
import type { Config } from '../../store/config.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { defaultConfig, readConfig } from '../project-config.ts';
import { auditDeterminism, type DeterminismAudit } from './audit.ts';
import { checkRuntime, signalsOf, thisRuntime } from './check-runtime.ts';
import { checkStore } from './check-store.ts';
import type { DoctorDocument } from './document.ts';
import { doctorText } from './doctor-text.ts';
import type { Issue } from './issue.ts';

const RUNS = 3;
const RUNS_MIN = 2;
const SEED = '3235823838';

export async function performDoctor(options: Options, context: Context): Promise<CommandResult> {
  const asked = readOptions(options, context);
  context.progress(progressEvent('doctor', { event: 'started' }));
  const runtime = await thisRuntime();
  const { config, issues: configIssues } = await checkConfig(context);
  const storeIssues = await checkStore(resolve(context.cwd, config.baseDir));
  const issues: Issue[] = [...checkRuntime(runtime), ...configIssues, ...storeIssues];
  const touches = asked.file === undefined ? undefined : await whatItTouches(asked.file);
  if (touches !== undefined) issues.push(...touchIssues(touches));
  const audit = asked.audit === undefined ? undefined : await audited(asked.audit, issues, context);
  const ok = issues.length === 0;
  const document: DoctorDocument = {
    schemaVersion: 'fozzy.doctor.v1',
    ok,
    issues,
    nondeterminism_signals: signalsOf(runtime),
    ...(audit === undefined ? {} : { determinism_audit: audit }),
    ...(touches === undefined ? {} : { touches }),
    ...(ok || !context.strict ? {} : { policyError: policyError(issues) }),
  };
  context.progress(progressEvent('doctor', { event: 'finished', status: ok ? 'pass' : 'fail' }));
  return { document, exitCode: ok || !context.strict ? 0 : 2, text: doctorText(document, context) };
}

interface Asked {
  /** Absolute. */
  readonly file: string | undefined;
  readonly audit: { readonly scenario: string; readonly runs: number; readonly seed: string } | undefined;
}

function readOptions(options: Options, { cwd }: Context): Asked {
  const given = textOption(options, 'file');
  const deep = switchOption(options, 'deep') === true;
  for (const name of ['scenario', 'runs', 'seed'])
    if (!deep && options[name] !== undefined) throw new FozzyError('usage', `'--${name}' needs --deep: it says how to execute a scenario`);
  const scenario = textOption(options, 'scenario') ?? given;
  const runs = numberOption(options, 'runs') ?? RUNS;
  if (runs < RUNS_MIN)
    throw new FozzyError('usage', `invalid value '${runs}' for '--runs <RUNS>': a single run cannot be compared, use 2 or more`);
  if (deep && scenario === undefined)
    throw new FozzyError('usage', "'--deep' needs to know what to execute", { hint: 'add --scenario <path>' });
  const isScenario = given?.endsWith('.json') === true;
  if (isScenario && scenario !== given)
    throw new FozzyError('usage', `two scenarios to execute, ${given} and ${scenario}`, { hint: 'name one of them' });
  if (isScenario && !deep) {
    throw new FozzyError('usage', `${given} is a scenario, which is executed and not looked at`, {
      hint: `run \`fozzy doctor --deep --scenario ${shellWord(given)}\``,
    });
  }
  const file = given === undefined || isScenario ? undefined : resolve(cwd, given);
  if (given !== undefined) checkFile(given, resolve(cwd, given));
  if (deep && scenario !== undefined) checkFile(scenario, resolve(cwd, scenario));
  return {
    file,
    audit: deep && scenario !== undefined ? { scenario, runs, seed: textOption(options, 'seed') ?? SEED } : undefined,
  };
}

function checkFile(given: string, path: string): void {
  if (existsSync(path) && statSync(path).isFile()) return;
  throw new FozzyError('scenario_not_found', `there is no file ${given}`, { details: { path: given } });
}

/** Other commands refuse a config that is wrong; here it is one thing among others. */
async function checkConfig(context: Context): Promise<{ readonly config: Config; readonly issues: readonly Issue[] }> {
  try {
    const { config, warnings } = await readConfig({ path: context.configPath, required: context.configNamed, strict: true });
    return { config, issues: warnings.map(({ code, message }) => ({ code, message })) };
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    const { code, message, hint, details } = error;
    const issue = { code, message, ...(hint === null ? {} : { hint }), ...(details === undefined ? {} : { details }) };
    return { config: defaultConfig, issues: [issue] };
  }
}

/** What would stop the subject; packages and files that are merely looked for are no issue until they are asked for. */
function touchIssues({ builtins, refused, files, file }: Touches): readonly Issue[] {
  const own = new Set(files);
  const unserved = builtins.filter(({ served, by }) => served === 'refused' && by.some((user) => own.has(user)));
  return [
    ...(own.has(file)
      ? []
      : refused
          .filter(({ path }) => path === file)
          .map(({ message, hint }) => ({ code: 'module_load_failed', message, ...(hint === null ? {} : { hint }) }))),
    ...unserved.map(({ id, by }) => ({
      code: 'builtin_not_simulated',
      message: `${id} is not simulated, and ${by.filter((user) => own.has(user)).join(', ')} imports it`,
      hint: 'importing it in a simulation is an error; do without it there, or share the package that needs it as `external`',
      details: { module: id, by },
    })),
  ];
}

async function audited(asked: NonNullable<Asked['audit']>, issues: Issue[], context: Context): Promise<DeterminismAudit> {
  const { cwd, configPath, signal } = context;
  const ran = (done: number) => context.progress(progressEvent('doctor', { event: 'tick', done, total: asked.runs, detail: 'executions' }));
  const { audit, undeclared } = await auditDeterminism({ ...asked, cwd, configPath, signal, ran });
  if (undeclared !== undefined) {
    const command = [undeclared['command'], ...(Array.isArray(undeclared['args']) ? undeclared['args'] : [])].join(' ');
    issues.push({
      code: 'proc_unmatched_preflight',
      message: `${asked.scenario} starts a process it has not declared: ${command}`,
      hint: 'Add a matching `proc_when` step',
      details: undeclared,
    });
  }
  if (!audit.consistent) {
    issues.push({
      code: 'determinism_audit_mismatch',
      message: `${asked.scenario} did something else in execution ${audit.first_mismatch_run ?? 0} than in execution 0`,
      hint: 'see first_divergence: something there depends on the time, the environment, a temporary path or real randomness',
      ...(audit.first_divergence === undefined ? {} : { details: { first_divergence: audit.first_divergence } }),
    });
  }
  return audit;
}

function policyError(issues: readonly Issue[]): NonNullable<DoctorDocument['policyError']> {
  const codes = [...new Set(issues.map(({ code }) => code))].join(', ');
  return { code: 'strict_doctor', message: `strict mode rejects issues: ${codes}`, hint: 'mend them or pass --unsafe' };
}
