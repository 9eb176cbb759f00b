import type { IncomingMessage } from 'node:http';

type Raw = Pick<IncomingMessage, 'rawHeaders'>;

/**
 * Every value of a header, as it came. Node's own `headersDistinct` would do, but up to 20.20.1 it
 * throws when a header is called `__proto__`.
 */
export function headerValues({ rawHeaders }: Raw, name: string): string[] {
  const values: string[] = [];
  for (let at = findName(rawHeaders, name, 0); at !== -1; at = findName(rawHeaders, name, at + 2)) {
    values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

export function hasHeader({ rawHeaders }: Raw, name: string): boolean {
  return findName(rawHeaders, name, 0) !== -1;
}

/** Undefined when there is none, or more than one. */
export function onlyHeader({ rawHeaders }: Raw, name: string): string | undefined {
  const at = findName(rawHeaders, name, 0);
  if (at === -1 || findName(rawHeaders, name, at + 2) !== -1) return undefined;
  return rawHeaders[at + 1];
}

/** The position of a name in a list of names and values in turn, from a position on; -1 for none. */
function findName(rawHeaders: readonly string[], name: string, from: number): number {
  for (let at = from; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? '';
    // Most names differ in length already.
    if (each.length === name.length && each.toLowerCase() === name) return at;
  }
  return -1;
}

/** The words of a header that is a list. */
export function headerWords(request: Raw, name: string): string[] {
  return headerValues(request, name)
    .flatMap((value) => value.split(','))
    .map((word) => word.trim());
}

/** The token of an `Authorization` header, whatever the case of its scheme. */
export function toBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
