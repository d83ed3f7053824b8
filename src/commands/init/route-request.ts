/** The request a client makes for a route of which nothing is known but its code. */
import type { JsonObject } from '../../base/json.ts';
import type { FoundRoute } from '../../sim/inspect/found-route.ts';

export interface RouteRequest {
  /** Parameters filled in. */
  readonly path: string;
  readonly body: JsonObject | undefined;
}

export function requestOf({ method, path, body }: FoundRoute): RouteRequest {
  const filled = path.replaceAll(/:\w+(?:\([^)]*\)|\{[^}]*\})?\??|\{\w+\}/gu, '1').replaceAll(/\*\w*/gu, 'x');
  return { path: filled, body: method === 'GET' || method === 'DELETE' ? undefined : body };
}
