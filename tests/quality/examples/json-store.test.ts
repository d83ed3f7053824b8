import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'json-store', buggy: 'torn', within: 50, finding: /SyntaxError|acknowledged/u });
