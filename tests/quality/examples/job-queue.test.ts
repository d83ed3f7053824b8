import { exampleLaws } from '../../support/example-laws.ts';

exampleLaws({ folder: 'job-queue', buggy: 'racy', within: 100, finding: /the job was completed once/u });
