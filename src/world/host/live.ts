/**
 * Everything this process has set going outside of itself and not yet ended. Whoever leaves in a
 * hurry (a second signal, the exit of the process) calls `killEverything`, which works without an
 * event loop and leaves nothing behind.
 */
type Kill = () => void;

const live = new Set<Kill>();
let exitIsWatched = false;

/** Enters a resource; the returned function takes it out again. `kill` must be synchronous and repeatable. */
export function holdLive(kill: Kill): () => void {
  if (!exitIsWatched) {
    exitIsWatched = true;
    process.on('exit', killEverything);
  }
  live.add(kill);
  return () => {
    live.delete(kill);
  };
}

export function killEverything(): void {
  for (const kill of [...live]) {
    try {
      kill();
    } catch {
      // One resource that cannot be ended must not save the others.
    }
  }
}
