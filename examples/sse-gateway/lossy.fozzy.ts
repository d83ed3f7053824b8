import { gateway } from './gateway.ts';

export default gateway('a gateway that forgets what it sent', './server.lossy.ts');
