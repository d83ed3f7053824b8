import { kv } from './kv.ts';

export default kv('replicas that ask the primary', './replica.fixed.ts');
