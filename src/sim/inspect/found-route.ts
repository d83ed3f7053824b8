/** A route, as far as the code of a program tells it. */
import type { JsonObject } from '../../base/json.ts';

export interface FoundRoute {
  readonly method: string;
  readonly path: string;
  /** A body with the members its handlers read, or its schema asks for. */
  readonly body: JsonObject;
}
