import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'leader-lease', buggy: 'skewed', within: 30, finding: /nobody writes under a lease/u });
