import { chat } from './chat.ts';

export default chat('a chat that reads its history while people talk', './server.racy.ts');
