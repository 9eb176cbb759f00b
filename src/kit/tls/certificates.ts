import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { readPrivateJson, writePrivateJson } from '../private-files.ts';
import {
  type Certified,
  createAuthority,
  createServerCertificate,
  loopbackNames,
  validFor,
} from './certificate.ts';

const certified = z.object({ certificate: z.string(), key: z.string() });
const shape = z.object({
  names: z.array(z.string()),
  authority: certified,
  server: certified,
});
type Stored = z.output<typeof shape>;

const dayMs = 24 * 60 * 60 * 1000;

/** What a TLS server presents: its certificate, then the authority. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** How long certificates are good, and how long before its end one is renewed. */
export interface CertificateLimits {
  readonly authorityDays: number;
  readonly certificateDays: number;
  readonly renewDays: number;
}

/**
 * The certificates of this machine. The authority is made once and kept, since clients are told to
 * trust it; the certificate that it signed is renewed before its end.
 */
export class Certificates {
  readonly #file: string;
  readonly #names: readonly string[];
  readonly #clock: Clock;
  readonly #limits: CertificateLimits;
  #stored: Stored;

  constructor(file: string, names: readonly string[], clock: Clock, limits: CertificateLimits) {
    this.#file = file;
    this.#names = [...new Set([...loopbackNames, ...names])];
    this.#clock = clock;
    this.#limits = limits;
    this.#stored = this.#read() ?? this.#keep(this.#newAuthority());
    this.renew();
  }

  /** As PEM, for clients to trust. */
  get authority(): string {
    return this.#stored.authority.certificate;
  }

  get identity(): TlsIdentity {
    const { server, authority } = this.#stored;
    return { cert: server.certificate + authority.certificate, key: server.key };
  }

  /** How long the certificate is still good. */
  daysLeft(): number {
    return (endOf(this.#stored.server) - this.#clock.now()) / dayMs;
  }

  /** True when there is a new certificate. */
  renew(): boolean {
    if (this.daysLeft() > this.#limits.renewDays) return false;
    this.#keep(this.#stored.authority);
    return true;
  }

  /** Undefined when there is none, when it is for other names, or when its authority is at its end. */
  #read(): Stored | undefined {
    const stored = readPrivateJson(this.#file, shape);
    if (stored === undefined || stored.names.join() !== this.#names.join()) return undefined;
    const isOver = endOf(stored.authority) - this.#clock.now() < this.#limits.renewDays * dayMs;
    return isOver ? undefined : stored;
  }

  #newAuthority(): Certified {
    return createAuthority(this.#names, validFor(this.#clock.now(), this.#limits.authorityDays));
  }

  /** Stores the authority with a new certificate of its own. */
  #keep(authority: Certified): Stored {
    const validity = validFor(this.#clock.now(), this.#limits.certificateDays);
    const server = createServerCertificate(authority, this.#names, validity);
    this.#stored = { names: [...this.#names], authority, server };
    writePrivateJson(this.#file, this.#stored);
    return this.#stored;
  }
}

function endOf({ certificate }: Certified): number {
  return Date.parse(new X509Certificate(certificate).validTo);
}
