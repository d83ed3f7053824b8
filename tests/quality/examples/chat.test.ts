import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'chat', buggy: 'racy', within: 100, finding: /saw every line once/u });
