/**
 * `tls.TLSSocket`: a socket whose bytes travel plainly, after a handshake that costs the time of a real one and can fail like a real
 * one. Both ends must speak it: who does not sees bytes it cannot read, or a connection that closes.
 */
import { Buffer } from 'node:buffer';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { processOf } from '../../process/sim-process.ts';
import { isCallback, isObject, type NetOptions } from '../connect-arguments.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Reception } from '../endpoint-owner.ts';
import { socketError } from '../net-error.ts';
import { Packet } from '../packet.ts';
import { Socket } from '../socket.ts';
import { JSStreamSocket, tlsOverStream } from './stream-socket.ts';
import { type Certificate, type CertificateFlaw, certificateOf, FLAWS, flawError, isExpired } from './certificate.ts';
import { isError } from '../../value-kinds.ts';

interface Hello {
  readonly step: 'hello' | 'finished';
  readonly servername: string;
  readonly protocols: readonly string[];
}

interface Welcome {
  readonly certificate: Certificate;
  readonly protocol: string | false;
}

/** What a client hello looks like to somebody who expects something else. */
const HELLO_BYTES = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]);

export class TLSSocket extends Socket {
  readonly encrypted = true;
  readonly isServer: boolean;
  authorized = false;
  authorizationError: unknown = null;
  alpnProtocol: string | false | null = null;
  servername: string | false | null = null;
  secureConnecting = true;
  _secureEstablished = false;
  /** Tells the server that its handshake is over. */
  onSecure: (() => void) | undefined;
  readonly #options: NetOptions;
  #certificate: Certificate | undefined;

  constructor(below?: Duplex | null, options: NetOptions = {}) {
    super(options);
    this.#options = options;
    this.isServer = options['isServer'] === true;
    this.isHeld = true;
    if (below === undefined || below === null) return;
    if (below instanceof Socket) this.#takeOver(below);
    else Object.assign(this, { _handle: { _parentWrap: new JSStreamSocket(below) }, _write: refuseWrite, _writev: refuseWrite });
  }

  /** The connection of the socket below is ours from now on. */
  #takeOver(below: Socket): void {
    const take = () => {
      const end = below.endpoint;
      if (end === undefined) return;
      this.adopt(end);
      end.isReading = false;
      this.read(0);
      if (!this.isServer) this.#greet();
    };
    below.once('close', () => this.destroy());
    if (below.connecting) {
      this.connecting = true;
      below.once('connect', () => {
        this.connecting = false;
        take();
      });
      below.once('error', (error) => this.destroy(error));
    } else take();
  }

  override connected(end: Endpoint): void {
    super.connected(end);
    if (!this.isServer) this.#greet();
    if (!end.isReading) end.startReading();
  }

  get #name(): string {
    const { servername, host } = this.#options;
    if (typeof servername === 'string' && servername !== '') return servername;
    return typeof host === 'string' && isIP(host) === 0 ? host : '';
  }

  #greet(): void {
    this.#say('hello', { step: 'hello', servername: this.#name, protocols: protocolsOf(this.#options['ALPNProtocols']) } satisfies Hello);
  }

  #say(kind: 'hello' | 'welcome', greeting: Hello | Welcome): void {
    const end = this.endpoint;
    if (end?.peer === undefined) return;
    const packet = new Packet(kind, end.peer, [{ chunk: HELLO_BYTES, encoding: 'buffer' }], 0);
    packet.greeting = greeting;
    end.send(packet);
  }

  override received(packet: Packet): Reception {
    if (this['_secureEstablished'] && packet.kind === 'data') return super.received(packet);
    if (packet.kind === 'hello' && this.isServer) {
      // Reason for the cast: a packet of this kind carries a hello.
      this.#answerHello(packet.greeting as Hello);
    } else if (packet.kind === 'welcome' && !this.isServer) {
      // Reason for the cast: a packet of this kind carries a welcome.
      this.#welcomed(packet.greeting as Welcome);
    } else this.#misunderstood();
    return 'more';
  }

  #misunderstood(): void {
    if (this.isServer) this.destroy(socketError('EPROTO', 'read'));
    else this.destroy(Object.assign(socketError('EPROTO', 'write'), { reason: 'wrong version number', library: 'SSL routines' }));
  }

  #answerHello(hello: Hello): void {
    if (hello.step === 'finished') {
      this.#established();
      this.onSecure?.();
      return;
    }
    this.servername = hello.servername === '' ? false : hello.servername;
    const own = protocolsOf(this.#options['ALPNProtocols']);
    this.alpnProtocol = own.find((each) => hello.protocols.includes(each)) ?? false;
    const flaw = this.#flaw();
    const name = hello.servername === '' ? this.machine.host.name : hello.servername;
    this.#say('welcome', { certificate: certificateOf(this.machine, name, flaw), protocol: this.alpnProtocol });
  }

  #flaw(): CertificateFlaw | undefined {
    const firing = this.machine.kernel.fault('tls.handshake', { machine: this.machine.host, name: this.machine.host.name });
    if (firing === undefined) return undefined;
    firing.mattered();
    const asked = firing.spec.settings['flaw'];
    return FLAWS.find((flaw) => flaw === asked) ?? FLAWS[firing.choose('flaw', FLAWS.length)];
  }

  #welcomed({ certificate, protocol }: Welcome): void {
    this.#certificate = certificate;
    this.alpnProtocol = protocol;
    const error = this.#judge(certificate);
    if (error !== undefined) {
      this.authorizationError = Reflect.get(error, 'code') ?? error.message;
      if (this.#mustBeAuthorized()) {
        this.destroy(error);
        return;
      }
    }
    this.authorized = error === undefined;
    this.#say('hello', { step: 'finished', servername: '', protocols: [] });
    this.#established();
    this.emit('secureConnect');
  }

  #mustBeAuthorized(): boolean {
    const { rejectUnauthorized } = this.#options;
    if (rejectUnauthorized !== undefined) return rejectUnauthorized !== false;
    return processOf(this.machine).env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0';
  }

  #judge(certificate: Certificate): Error | undefined {
    const name = this.#name;
    if (isExpired(this.machine, certificate)) return flawError('expired', name);
    if (certificate.issuer.CN === certificate.subject.CN) return flawError('self_signed', name);
    const check = this.#options['checkServerIdentity'];
    if (isCallback(check)) {
      const result: unknown = Reflect.apply(check, undefined, [name, certificate]);
      return isError(result) ? result : undefined;
    }
    return name === '' || certificate.subject.CN === name ? undefined : flawError('wrong_name', name);
  }

  #established(): void {
    this['_secureEstablished'] = true;
    this.secureConnecting = false;
    this.isHeld = false;
    this.emit('secure');
    this.goOn();
  }

  getPeerCertificate(): Certificate | Record<string, never> {
    return this.#certificate ?? {};
  }

  getCertificate(): Certificate {
    return certificateOf(this.machine, this.machine.host.name, undefined);
  }

  getProtocol(): string | null {
    return this['_secureEstablished'] ? 'TLSv1.3' : null;
  }

  getCipher(): { readonly name: string; readonly standardName: string; readonly version: string } {
    return { name: 'TLS_AES_256_GCM_SHA384', standardName: 'TLS_AES_256_GCM_SHA384', version: 'TLSv1.3' };
  }

  getSession(): undefined {
    return undefined;
  }

  isSessionReused(): boolean {
    return false;
  }

  getEphemeralKeyInfo(): object {
    return {};
  }

  getFinished(): undefined {
    return undefined;
  }

  setServername(name: string): void {
    this.servername = name;
  }

  setMaxSendFragment(): boolean {
    return true;
  }

  disableRenegotiation(): void {}

  enableTrace(): void {}
}

function refuseWrite(...args: readonly unknown[]): void {
  const done = args.findLast(isCallback);
  if (done !== undefined) done(tlsOverStream());
}

function protocolsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => typeof each === 'string');
}

/** What a client or server was told, as an object. */
export function tlsOptions(value: unknown): NetOptions {
  return isObject(value) ? value : {};
}
