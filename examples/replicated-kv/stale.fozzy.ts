import { kv } from './kv.ts';

export default kv('replicas that answer from their own copy', './replica.stale.ts');
