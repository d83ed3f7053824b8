/** Run-length coding, as bytes of count and value. Runs longer than four are cut. Planted: the fifth of a run is swallowed. */
export function encode(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 4 && bytes[at + run] === bytes[at]) run += 1;
    if (run === 4) {
      out.push(4, bytes[at] ?? 0);
      at += bytes[at + 4] === bytes[at] ? 5 : 4; // the planted mistake: the fifth of a run is swallowed
    } else {
      out.push(run, bytes[at] ?? 0);
      at += run;
    }
  }
  return Uint8Array.from(out);
}

export function decode(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    for (let count = bytes[at] ?? 0; count > 0; count -= 1) out.push(bytes[at + 1] ?? 0);
  }
  return Uint8Array.from(out);
}
