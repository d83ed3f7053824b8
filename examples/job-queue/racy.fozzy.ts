import { queue } from './queue.ts';

export default queue('a queue that believes every worker', './server.racy.ts');
