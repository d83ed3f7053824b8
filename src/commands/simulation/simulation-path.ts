/** Which files hold simulations: code rather than JSON. */

const CODE = /\.(?:ts|mts|cts|tsx|js|mjs|cjs|jsx)$/u;

export function isSimulationPath(path: string): boolean {
  return CODE.test(path);
}

/** The files `test` finds by itself. */
export const simulationGlob = 'tests/**/*.fozzy.{ts,mts,js,mjs}';
