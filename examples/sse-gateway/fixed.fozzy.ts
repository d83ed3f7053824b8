import { gateway } from './gateway.ts';

export default gateway('a gateway that sends again what was missed', './server.fixed.ts');
