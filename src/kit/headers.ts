import type { IncomingMessage } from 'node:http';

type Raw = Pick<IncomingMessage, 'rawHeaders'>;

/**
 * Every value of a header, as it came. Node's own `headersDistinct` would do, but up to 20.20.1 it
 * throws when a header is called `__proto__`.
 */
export function headerValues({ rawHeaders }: Raw, name: string): string[] {
  const values: string[] = [];
  for (let i = 1; i < rawHeaders.length; i += 2) {
    const each = rawHeaders[i - 1] ?? '';
    // Most names differ in length already.
    if (each.length === name.length && each.toLowerCase() === name)
      values.push(rawHeaders[i] ?? '');
  }
  return values;
}

/** Undefined when there is none, or more than one. */
export function onlyHeader(request: Raw, name: string): string | undefined {
  const [value, ...more] = headerValues(request, name);
  return more.length === 0 ? value : undefined;
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
