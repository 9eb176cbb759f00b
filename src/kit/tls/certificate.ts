import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { isIP } from 'node:net';
import {
  bits,
  integer,
  objectId,
  octets,
  sequence,
  set,
  tagged,
  time,
  truth,
  utf8,
} from './der.ts';

/** A certificate and its private key as PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

export interface Validity {
  readonly from: number;
  readonly to: number;
}

const ecdsaSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const dayMs = 24 * 60 * 60 * 1000;

/** Names that a certificate is for: host names, IPv4 addresses. */
export const loopbackNames = ['localhost', '127.0.0.1'];

/**
 * An authority that can sign for names of this machine and for `names`, and for nothing else: who
 * trusts it need not fear that its key could be used for other sites.
 */
export function createAuthority(names: readonly string[], validity: Validity): Certified {
  const { key, publicKey } = newKey();
  const subject = toName('vaultd local authority');
  const keyId = toKeyId(publicKey);
  const certificate = toCertificate(
    { issuer: subject, subject, publicKey, validity },
    [
      extension('2.5.29.19', sequence(truth, integer(Buffer.from([0]))), true),
      extension('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1), true),
      extension('2.5.29.30', toConstraints(names), true),
      extension('2.5.29.14', octets(keyId)),
    ],
    key,
  );
  return { certificate, key };
}

/** A certificate for a server under these names, signed by the authority. */
export function createServerCertificate(
  authority: Certified,
  names: readonly string[],
  validity: Validity,
): Certified {
  const { key, publicKey } = newKey();
  const authorityKey = createPublicKey(authority.certificate).export({
    type: 'spki',
    format: 'der',
  });
  const alternatives = sequence(...names.map(toGeneralName));
  const certificate = toCertificate(
    { issuer: toName('vaultd local authority'), subject: toName('vaultd'), publicKey, validity },
    [
      extension('2.5.29.19', sequence(), true),
      extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), true),
      extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.17', alternatives),
      extension('2.5.29.35', sequence(tagged(0, toKeyId(authorityKey), false))),
      extension('2.5.29.14', octets(toKeyId(publicKey))),
    ],
    authority.key,
  );
  return { certificate, key };
}

/** From a day ago, since clocks differ, for so many days from now. */
export function validFor(nowMs: number, days: number): Validity {
  return { from: nowMs - dayMs, to: nowMs + days * dayMs };
}

interface Subject {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: Buffer;
  readonly validity: Validity;
}

function toCertificate(
  { issuer, subject, publicKey, validity }: Subject,
  extensions: readonly Buffer[],
  signingKey: string,
): string {
  const toBeSigned = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ecdsaSha256,
    issuer,
    sequence(time(validity.from), time(validity.to)),
    subject,
    publicKey,
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', toBeSigned, createPrivateKey(signingKey));
  const encoded = sequence(toBeSigned, ecdsaSha256, bits(signature)).toString('base64');
  const lines = encoded.replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function newKey(): { key: string; publicKey: Buffer } {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { key: pair.privateKey, publicKey: pair.publicKey };
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectId(id), ...(isCritical ? [truth] : []), octets(value));
}

/** The common name is for people; programs look at the alternative names. */
function toName(common: string): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), utf8(common))));
}

/** What an authority may sign for. Addresses have a mask behind them. */
function toConstraints(names: readonly string[]): Buffer {
  const loopback = Buffer.from([127, 0, 0, 0, 255, 0, 0, 0]);
  const others = names
    .filter((name) => !loopbackNames.includes(name))
    .map((name) => (isIP(name) ? toAddress(name, true) : toGeneralName(name)));
  const permitted = [toGeneralName('localhost'), tagged(7, loopback, false), ...others];
  return sequence(tagged(0, Buffer.concat(permitted.map((each) => sequence(each)))));
}

function toGeneralName(name: string): Buffer {
  return isIP(name) ? toAddress(name, false) : tagged(2, Buffer.from(name, 'ascii'), false);
}

function toAddress(address: string, isMasked: boolean): Buffer {
  const numbers = address.split('.').map(Number);
  const mask = isMasked ? numbers.map(() => 255) : [];
  return tagged(7, Buffer.from([...numbers, ...mask]), false);
}

function toKeyId(publicKey: Buffer): Buffer {
  return createHash('sha1').update(publicKey).digest();
}
