import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'sse-gateway', buggy: 'lossy', within: 20, finding: /every event arrived once/u });
