/** Base64 of a few bytes, as content policies spell digests. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(word >> shift) & 63]).join('');
    text += digits.slice(0, Math.min(4, bytes.length - index + 1)).padEnd(4, '=');
  }
  return text;
}
