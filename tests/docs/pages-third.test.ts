/** Documentation is executed: the third share of the pages. */
import { followPages } from './follow-pages.ts';

followPages(3);
