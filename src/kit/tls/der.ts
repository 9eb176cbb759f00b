/** Values of ASN.1 as bytes, in the distinguished encoding (DER) that certificates have. */

export function sequence(...items: readonly Buffer[]): Buffer {
  return encode(0x30, ...items);
}

export function set(...items: readonly Buffer[]): Buffer {
  return encode(0x31, ...items);
}

export function octets(...content: readonly Buffer[]): Buffer {
  return encode(0x04, ...content);
}

export const truth = encode(0x01, Buffer.from([0xff]));

/** A positive number: without a leading zero, unless its first bit is set. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  const sign = (digits[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return encode(0x02, sign, digits);
}

/** A whole number of bytes, or flags of which the last `unused` bits of the last byte mean nothing. */
export function bits(bytes: Buffer, unused = 0): Buffer {
  return encode(0x03, Buffer.from([unused]), bytes);
}

export function utf8(text: string): Buffer {
  return encode(0x0c, Buffer.from(text));
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(0x06, Buffer.from([40 * first + second, ...rest.flatMap(toBase128)]));
}

/** Two digits for the year up to 2049, four from then on. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  const isShort = digits < '2050';
  return encode(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits));
}

/** A value with a tag of its context, around others or instead of its own. */
export function tagged(tag: number, content: Buffer, isAround = true): Buffer {
  return encode((isAround ? 0xa0 : 0x80) | tag, content);
}

function encode(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...toLength(body.length)]), body]);
}

function toLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left >>>= 8) bytes.unshift(left & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function toBase128(number: number): number[] {
  const digits = [number & 0x7f];
  for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}
