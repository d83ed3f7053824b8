/** Documentation is executed: the second share of the pages. */
import { followPages } from './follow-pages.ts';

followPages(2);
