/** Arithmetic on big numbers for keys and signatures, and their bytes. */

export function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** Big-endian; exactly `size` bytes when given. */
export function toBytes(value: bigint, size?: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(size === undefined ? hex.length + (hex.length % 2) : size * 2, '0'), 'hex');
}

export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** By the extended Euclidean algorithm. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [r0, r1] = [modulus, modulo(value, modulus)];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1] = [r1, r0 - quotient * r1];
    [t0, t1] = [t1, t0 - quotient * t1];
  }
  return modulo(t0, modulus);
}
