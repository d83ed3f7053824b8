/** A Response that came over the network: the host's own class, which knows where it came from. */

export interface From {
  readonly url: string;
  readonly redirected: boolean;
}

const RealResponse = Response;
export const FROM = Symbol('from');

interface Arrived extends Response {
  [FROM]: From;
}

export function fromOf(response: Response): From {
  // Reason for the cast: whoever asks has made it with fetchResponse.
  return (response as Arrived)[FROM];
}

export function fetchResponse(body: ReadableStream<Uint8Array> | null, init: ResponseInit, from: From): Response {
  const response: Arrived = Reflect.construct(RealResponse, [body, init], fetchResponseKind);
  response[FROM] = from;
  return response;
}

function fetchResponseKind(): void {
  // Only its prototype is used.
}

/** Between the response and its class, so that what the class cannot be told is answered first. */
fetchResponse.prototype = Object.create(RealResponse.prototype, {
  url: {
    get(this: Arrived) {
      return this[FROM].url.replace(/#.*$/su, '');
    },
    configurable: true,
  },
  redirected: {
    get(this: Arrived) {
      return this[FROM].redirected;
    },
    configurable: true,
  },
  type: { get: () => 'basic', configurable: true },
  clone: {
    value: function clone(this: Arrived): Response {
      const copy: Response = Reflect.apply(RealResponse.prototype.clone, this, []);
      return Object.assign(Object.setPrototypeOf(copy, fetchResponse.prototype), { [FROM]: this[FROM] });
    },
    configurable: true,
    writable: true,
  },
});
fetchResponseKind.prototype = fetchResponse.prototype;
