import { store } from './store.ts';

export default store('a store that writes its file in place', './server.torn.ts');
