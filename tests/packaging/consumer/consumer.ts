/** A program somebody else wrote: it uses the library with nothing but its published types. */
import * as fozzy from 'fozzy';

const names: readonly string[] = Object.keys(fozzy);
if (names.length === 0) throw new Error('the library exports nothing');
