/**
 * `Request` and `Response` that are given a form. Node's own separate the parts by a text from a random source that cannot be replaced in
 * every version, so here a form becomes a blob of the same bytes first, whose separator is seeded.
 */
import { randomInt } from '../crypto/random.ts';
import { noteBody } from '../net/fetch/known-bodies.ts';

const BOUNDARY_DIGITS = 11;

function escaped(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

function withLineEnds(text: string): string {
  return text.replaceAll(/\r?\n|\r/gu, '\r\n');
}

/** Byte by byte what Node makes of it. */
function multipart(form: FormData): Blob {
  const digits = String(randomInt(10 ** BOUNDARY_DIGITS)).padStart(BOUNDARY_DIGITS, '0');
  const boundary = `----formdata-undici-0${digits}`;
  const parts: (string | Blob)[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withLineEnds(name))}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${withLineEnds(value)}\r\n`);
    else {
      const fileName = value.name === '' ? '' : `; filename="${escaped(value.name)}"`;
      const type = value.type === '' ? 'application/octet-stream' : value.type;
      parts.push(`${head}${fileName}\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n');
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
}

/** The options of a request with its form, if that is its body, as bytes. */
export function withEncodedForm<Init extends { readonly body?: unknown }>(init: Init | undefined): Init | undefined {
  return init?.body instanceof FormData ? { ...init, body: multipart(init.body) } : init;
}

export const SimResponse: typeof Response = new Proxy(Response, {
  construct: (Real, [body, ...rest]: unknown[], newTarget): object =>
    // Reason for the cast: what a constructor makes is an object.
    Reflect.construct(Real, [body instanceof FormData ? multipart(body) : body, ...rest], newTarget) as object,
});

export const SimRequest: typeof Request = new Proxy(Request, {
  construct(Real, [input, init, ...rest]: unknown[], newTarget): object {
    // Reason for the cast: the real class judges the options.
    const encoded = withEncodedForm(init as RequestInit | undefined);
    // Reason for the cast: what a constructor makes is one of its class.
    const made = Reflect.construct(Real, [input, encoded, ...rest], newTarget) as Request;
    noteBody(made, input, encoded?.body);
    return made;
  },
});
