/** Ends whatever commands have set going outside of this process, for a command line that must leave at once. */
export { killEverything } from '../world/host/live.ts';
