/** `data:` URLs, which need no network. */
import { fetchFailed } from './fetch-error.ts';

const RealResponse = Response;
const WITHOUT_TYPE = 'text/plain;charset=US-ASCII';

export function dataUrlResponse(url: string): Response {
  const body = url.slice('data:'.length).replace(/#.*$/su, '');
  const comma = body.indexOf(',');
  if (comma < 0) throw fetchFailed(new Error('invalid data: URL'));
  const meta = body.slice(0, comma).trim();
  const isBase64 = /; *base64$/iu.test(meta);
  const type = isBase64 ? meta.replace(/; *base64$/iu, '') : meta;
  const bytes = percentDecoded(body.slice(comma + 1));
  const content = isBase64 ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes;
  const contentType = type === '' ? WITHOUT_TYPE : type.startsWith(';') ? `text/plain${type}` : type;
  return new RealResponse(content, { headers: { 'content-type': contentType } });
}

function percentDecoded(text: string): Buffer {
  const bytes: number[] = [];
  const source = Buffer.from(text, 'utf8');
  for (let at = 0; at < source.length; at += 1) {
    const hex = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/iu.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else bytes.push(source[at] ?? 0);
  }
  return Buffer.from(bytes);
}
