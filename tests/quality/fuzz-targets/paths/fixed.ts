/** Makes a path plain: no empty parts, no `.`, no `..`. */
export function normalise(path: string): string {
  const rooted = path.startsWith('/') ? '/' : '';
  return (
    rooted +
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .join('/')
  );
}
