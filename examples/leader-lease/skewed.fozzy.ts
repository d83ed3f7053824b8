import { lease } from './lease.ts';

export default lease('workers that trust their wall clock', './worker.skewed.ts');
