import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'bank-transfer', buggy: 'racy', within: 10, finding: /both transfers happened/u });
