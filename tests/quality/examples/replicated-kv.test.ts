import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'replicated-kv', buggy: 'stale', within: 50, finding: /register/u });
