/** The promises of WebAssembly: compiled at once, settled by the scheduler, because V8 compiles on other threads. */
import { settledLater } from '../crypto/off-thread.ts';

interface Engine {
  readonly Module: new (bytes: unknown) => object;
  readonly Instance: new (module: object, imports: unknown) => object;
}

// Reason for the cast: the types of this program know no WebAssembly; every supported Node has it.
const engine = Reflect.get(globalThis, 'WebAssembly') as Engine & object;

function compile(bytes: unknown): Promise<object> {
  return settledLater('WebAssembly.compile', () => new engine.Module(bytes));
}

/** Bytes give module and instance, a module gives the instance alone. */
function instantiate(source: unknown, imports?: unknown): Promise<object> {
  return settledLater('WebAssembly.instantiate', () => {
    if (source instanceof engine.Module) return new engine.Instance(source, imports);
    const module = new engine.Module(source);
    return { module, instance: new engine.Instance(module, imports) };
  });
}

async function bytesOf(response: unknown): Promise<ArrayBuffer> {
  const answer: unknown = await response;
  if (!(answer instanceof Response))
    throw new TypeError('The "source" argument must be an instance of Response or a Promise resolving to Response.');
  return answer.arrayBuffer();
}

export const webAssemblyTarget: object = engine;

export const webAssemblyFunctions = {
  compile,
  instantiate,
  compileStreaming: async (response: unknown) => compile(await bytesOf(response)),
  instantiateStreaming: async (response: unknown, imports?: unknown) => instantiate(await bytesOf(response), imports),
};
