/**
 * Certificates of simulated machines. Nothing is encrypted: every machine has a certificate for its own name that everybody trusts,
 * unless a fault says otherwise; then clients get the errors Node has for it.
 */
import { Buffer } from 'node:buffer';
import type { Machine } from '../../machine.ts';
import { type NodeError, nodeError } from '../../node-error.ts';

export type CertificateFlaw = 'expired' | 'wrong_name' | 'self_signed';

export const FLAWS: readonly CertificateFlaw[] = ['expired', 'wrong_name', 'self_signed'];

const CA = { O: 'Fozzy', CN: 'Simulated CA' } as const;
const YEAR_MS = 365 * 24 * 3600 * 1000;

export interface Certificate {
  readonly subject: { readonly CN: string };
  readonly issuer: { readonly O?: string; readonly CN: string };
  readonly subjectaltname: string;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly serialNumber: string;
  readonly fingerprint: string;
  readonly fingerprint256: string;
  readonly raw: Buffer;
}

export function isExpired(machine: Machine, { valid_to }: Certificate): boolean {
  return Date.parse(valid_to) < machine.wallMs();
}

export function certificateOf(machine: Machine, servername: string, flaw: CertificateFlaw | undefined): Certificate {
  const name = flaw === 'wrong_name' ? `not-${servername}` : servername;
  const { epochMs } = machine.kernel;
  const end = flaw === 'expired' ? epochMs - YEAR_MS : epochMs + YEAR_MS;
  const serial = Buffer.from(name).toString('hex').toUpperCase().padEnd(40, '0').slice(0, 40);
  return {
    subject: { CN: name },
    issuer: flaw === 'self_signed' ? { CN: name } : CA,
    subjectaltname: `DNS:${name}`,
    valid_from: certificateTime(epochMs - 2 * YEAR_MS),
    valid_to: certificateTime(end),
    serialNumber: serial,
    fingerprint: fingerprint(serial, 20),
    fingerprint256: fingerprint(serial, 32),
    raw: Buffer.from(`certificate of ${name}`),
  };
}

/** What Node says about it; undefined = nothing wrong. */
export function flawError(flaw: CertificateFlaw | undefined, servername: string): NodeError | undefined {
  switch (flaw) {
    case 'expired':
      return verifyError('CERT_HAS_EXPIRED', 'certificate has expired');
    case 'self_signed':
      return verifyError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate');
    case 'wrong_name': {
      const reason = `Host: ${servername}. is not in the cert's altnames: DNS:not-${servername}`;
      const error = nodeError('ERR_TLS_CERT_ALTNAME_INVALID', `Hostname/IP does not match certificate's altnames: ${reason}`);
      return Object.assign(error, { reason, host: servername });
    }
    default:
      return undefined;
  }
}

function verifyError(code: string, message: string): NodeError {
  return Object.assign(new Error(message), { code });
}

/** `Jan  1 00:00:00 2029 GMT` */
function certificateTime(ms: number): string {
  const parts = /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/u.exec(new Date(ms).toUTCString());
  return `${parts?.[2]} ${String(Number(parts?.[1])).padStart(2, ' ')} ${parts?.[4]} ${parts?.[3]} GMT`;
}

function fingerprint(serial: string, bytes: number): string {
  return Array.from({ length: bytes }, (_, at) => serial.slice((at * 2) % 40, ((at * 2) % 40) + 2)).join(':');
}
