import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'order-service', buggy: 'racy', within: 50, finding: /the card was charged at most once/u });
