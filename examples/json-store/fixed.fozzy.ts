import { store } from './store.ts';

export default store('a store that replaces its file', './server.fixed.ts');
