/** Real HTTP as the engine sees it: one request in, one complete answer or one failure out. */
import type { Json } from '../../base/json.ts';
import type { TextMatch } from '../../base/text-match.ts';
import type { CallLimits, HostAnswer } from '../host/port.ts';
import type { Rollback } from '../rollback.ts';

export interface HttpHostRequest {
  readonly method: string;
  /** Absolute http:// or https:// URL; the engine has already refused anything else. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

export interface HttpHostResponse {
  readonly status: number;
  /** Names lower-cased, repeated headers kept in order. */
  readonly headers: readonly (readonly [string, string])[];
  /** Exactly one of the two is set; base64 when the body is not UTF-8. */
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly boundary: 'response_body_complete' | 'http_no_body_semantics' | 'upgrade_headers';
}

export interface HttpPort {
  request(request: HttpHostRequest, limits: CallLimits): Promise<HostAnswer<HttpHostResponse>>;
}

/** A declared response, its texts resolved when the declaring step ran. */
export interface HttpRule {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Names lower-cased. */
  readonly headers: readonly (readonly [string, string])[];
  /** Compact JSON with sorted keys where the rule declared `json`. */
  readonly body: string;
  readonly delayMs: number;
  readonly times: number | undefined;
  readonly matchHeaders: readonly (readonly [string, TextMatch])[];
  readonly matchBody: TextMatch | undefined;
  /** `{ value }` so that JSON null can be told from absent. */
  readonly matchJson: { readonly value: Json } | undefined;
  /** What the host backend checks real responses against. */
  readonly contract: { readonly body: string | undefined; readonly json: { readonly value: Json } | undefined };
  readonly stepPath: string;
}

export interface HttpRuleRequest {
  readonly method: string;
  /** Alternatives under which rules may name the target: scripted [path]; host [absolute URL, /path?query]. */
  readonly paths: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export interface RuleUse {
  readonly stepPath: string;
  readonly count: number;
  readonly firstUsedAtMs: number | undefined;
}

export interface HttpRules extends Rollback {
  readonly declaredCount: number;
  declare(rule: HttpRule): void;
  /** The first rule that fits, its use already counted; or, per rule for the same path, why it was rejected. */
  /** `from` names the declaring step of the rule a recording chose; then conditions on secrets are not judged again. */
  take(
    request: HttpRuleRequest,
    nowMs: number,
    from?: string,
  ): { readonly rule: HttpRule } | { readonly rejected: readonly RuleRejection[] };
  /** In declaration order; counts survive rollback. */
  uses(): readonly RuleUse[];
}

export interface RuleRejection {
  readonly stepPath: string;
  /** For example `method GET ≠ POST`, `used up after 2`, `header x-a`, `body`, `json`. */
  readonly reason: string;
}
