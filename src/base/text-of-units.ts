/** Character codes to text in bounded pieces: building it character by character would cost a string header each. */
export const UNITS_PER_CALL_MAX = 8192;

/** The units become arguments of one call, so longer inputs are taken in pieces that fit the stack. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS_PER_CALL_MAX) {
    const piece: string = Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + UNITS_PER_CALL_MAX));
    text += piece;
  }
  return text;
}
