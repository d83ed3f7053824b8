/**
 * Everything Fozzy knows about itself, as data: commands, steps, codes, config keys and the JSON
 * Schemas. The reference pages and the shipped schema files are written from this and nothing else.
 */
import { errorCodes } from '../base/error-codes.ts';
import type { JsonObject } from '../base/json.ts';
import { problemCodes } from '../base/problem-codes.ts';
import { schemasOf } from '../base/shape.ts';
import { scenarioJsonSchema } from '../scenario/json-schema.ts';
import type { SchemaDocument } from '../scenario/schema-document.ts';
import { schemaDocument } from '../scenario/schema-document.ts';
import { configJsonSchema, configKeys } from '../store/config-keys.ts';
import type { FindingCode } from '../trace/finding-codes.ts';
import { findingCodes } from '../trace/finding-codes.ts';
import type { Command } from './command.ts';
import { profileArtifactShapes } from './profile/artifact-shapes.ts';
import { profileOutputShapes } from './profile/output-shapes.ts';
import { commands } from './table.ts';

export interface Description {
  readonly commands: readonly Omit<Command, 'perform'>[];
  readonly scenario: SchemaDocument;
  readonly errorCodes: readonly {
    readonly code: string;
    readonly exitCode: number;
    readonly meaning: string;
    readonly hint: string | null;
  }[];
  readonly problemCodes: readonly { readonly code: string; readonly meaning: string }[];
  readonly findingCodes: readonly FindingCode[];
  readonly configKeys: readonly { readonly name: string; readonly about: string; readonly expected: string; readonly sample: string }[];
  /** What the subcommands of `profile` answer with, and the profile files of a run. */
  readonly profileSchemas: {
    readonly outputs: { readonly [name: string]: JsonObject };
    readonly artifacts: { readonly [name: string]: JsonObject };
  };
  /** File name below `schema/` to its content. */
  readonly schemas: { readonly [file: string]: JsonObject };
}

export function describeFozzy(): Description {
  return {
    commands,
    scenario: schemaDocument(),
    errorCodes: Object.entries(errorCodes).map(([code, { exit, meaning, hint }]) => ({ code, exitCode: exit, meaning, hint })),
    problemCodes: Object.entries(problemCodes).map(([code, meaning]) => ({ code, meaning })),
    findingCodes,
    configKeys: configKeys.map(({ name, about, type, sample }) => ({ name, about, expected: type.expected, sample })),
    profileSchemas: { outputs: schemasOf(profileOutputShapes), artifacts: schemasOf(profileArtifactShapes) },
    schemas: {
      'scenario.schema.json': scenarioJsonSchema('2020-12'),
      'scenario.draft-07.schema.json': scenarioJsonSchema('draft-07'),
      'config.schema.json': configJsonSchema(),
    },
  };
}
