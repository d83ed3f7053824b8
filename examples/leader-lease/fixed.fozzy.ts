import { lease } from './lease.ts';

export default lease('workers that count the time of their lease', './worker.fixed.ts');
