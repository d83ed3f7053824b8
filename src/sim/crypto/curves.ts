/** The elliptic curves keys and signatures are simulated on: their names, orders and sizes. */

export interface Curve {
  /** OpenSSL's name. */
  readonly name: string;
  /** Its name in JSON Web Keys and Web Crypto. */
  readonly jwk: string;
  readonly order: bigint;
  readonly orderBits: number;
  readonly bytes: number;
}

const curves: readonly Curve[] = [
  curve('prime256v1', 'P-256', 256, 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
  curve('secp384r1', 'P-384', 384, 'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973'),
  curve(
    'secp521r1',
    'P-521',
    521,
    '01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
  ),
  curve('secp256k1', 'secp256k1', 256, 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'),
];

function curve(name: string, jwk: string, orderBits: number, order: string): Curve {
  return { name, jwk, orderBits, order: BigInt(`0x${order}`), bytes: Math.ceil(orderBits / 8) };
}

export function curveNamed(name: string): Curve | undefined {
  return curves.find((each) => each.name === name || each.jwk === name);
}
