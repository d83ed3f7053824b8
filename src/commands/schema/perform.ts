/** The schema document for programs and editors, or the same as pages for people. */
import { errorCodes } from '../../base/error-codes.ts';
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { schemasOf } from '../../base/shape.ts';
import { scenarioJsonSchema } from '../../scenario/json-schema.ts';
import type { SchemaDocument } from '../../scenario/schema-document.ts';
import { schemaDocument } from '../../scenario/schema-document.ts';
import { findingCodes } from '../../trace/finding-codes.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { profileArtifactShapes } from '../profile/artifact-shapes.ts';
import { profileOutputShapes } from '../profile/output-shapes.ts';
import type { TypeSection } from './text.ts';
import { renderOverview, renderType } from './text.ts';

export function performSchema(options: Options, context: Context): CommandResult {
  const scenario = schemaDocument();
  const type = options['type'];
  return typeof type === 'string' ? oneType(type, scenario, context) : everything(scenario, context);
}

function everything(scenario: SchemaDocument, context: Context): CommandResult {
  const { fileVariants, stepTypes, distributedStepTypes, distributedInvariantTypes, faultTypes } = scenario;
  const { stepSchemas, distributedStepSchemas, distributedInvariantSchemas, faultSchemas } = scenario;
  const document = {
    schemaVersion: 'fozzy.schema_doc.v5',
    fileVariants,
    stepTypes,
    distributedStepTypes,
    distributedInvariantTypes,
    faultTypes,
    stepSchemas,
    distributedStepSchemas,
    distributedInvariantSchemas,
    faultSchemas,
    profileOutputSchemas: schemasOf(profileOutputShapes),
    profileArtifactSchemas: schemasOf(profileArtifactShapes),
    errorCodes: Object.entries(errorCodes).map(([code, { exit, meaning, hint }]) => ({ code, exitCode: exit, meaning, hint })),
    findingCodes,
    jsonSchema: scenarioJsonSchema('2020-12'),
  };
  return { document, exitCode: 0, text: renderOverview(sectionsOf(scenario), context) };
}

function sectionsOf(scenario: SchemaDocument): readonly TypeSection[] {
  return [
    { title: 'Steps', kind: 'step', schemas: scenario.stepSchemas },
    { title: 'Steps of a distributed scenario', kind: 'distributed step', schemas: scenario.distributedStepSchemas },
    { title: 'Invariants of a distributed scenario', kind: 'invariant', schemas: scenario.distributedInvariantSchemas },
    { title: 'Faults of a distributed scenario', kind: 'fault', schemas: scenario.faultSchemas },
  ];
}

/** A name may exist in several sections; then all of them are shown. */
function oneType(type: string, scenario: SchemaDocument, context: Context): CommandResult {
  const found = sectionsOf(scenario).flatMap(({ kind, schemas }) => {
    const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    return schema === undefined ? [] : [{ kind, type, ...schema }];
  });
  if (found.length === 0) throw unknownType(type, scenario);
  const document = { schemaVersion: 'fozzy.schema_type.v1', type, schemas: found };
  return { document, exitCode: 0, text: found.map((entry) => renderType(entry, context)).join('\n\n') };
}

function unknownType(type: string, scenario: SchemaDocument): FozzyError {
  const near = nearest(
    type,
    sectionsOf(scenario).flatMap(({ schemas }) => Object.keys(schemas)),
  );
  const hint = near === undefined ? 'run `fozzy schema` for the list' : `did you mean \`fozzy schema ${near}\`?`;
  return new FozzyError('usage', `invalid value '${type}' for '[TYPE]': there is no such step, invariant or fault type`, { hint });
}
