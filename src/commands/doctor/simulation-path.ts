/** Whether a path names a simulation rather than a scenario of steps. */
export function isSimulationPath(path: string): boolean {
  return /\.fozzy\.[cm]?[jt]s$/u.test(path);
}
