/** A function as flame graphs name it. */
import type { Frame } from '../../trace/profile/profile.ts';

export function frameLabel({ name, file, line }: Frame): string {
  return file === '' ? name : `${name} (${file}${line > 0 ? `:${line}` : ''})`;
}
