/** Real HTTP as the engine sees it: one request in, one complete answer or one failure out. */
import type { CallLimits, HostAnswer } from '../host/port.ts';

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
