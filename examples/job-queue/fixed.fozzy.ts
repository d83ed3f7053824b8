import { queue } from './queue.ts';

export default queue('a queue that asks for the current lease', './server.fixed.ts');
