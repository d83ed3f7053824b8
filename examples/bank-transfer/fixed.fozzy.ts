import { bank } from './bank.ts';

export default bank('transfers by a bank that takes one after the other', './server.fixed.ts');
