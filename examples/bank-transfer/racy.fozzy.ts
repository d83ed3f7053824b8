import { bank } from './bank.ts';

export default bank('transfers by a bank that reads, computes and writes', './server.racy.ts');
