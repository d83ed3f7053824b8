import { chat } from './chat.ts';

export default chat('a chat that knows its history', './server.fixed.ts');
