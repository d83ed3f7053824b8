/** Makes a path plain: no empty parts, no `.`, no `..`. Planted: what is put together again may contain a `..` that was not there before. */
export function normalise(path: string): string {
  const once = path.replaceAll('../', '').replaceAll('./', '');
  return once.replaceAll('//', '/');
}
