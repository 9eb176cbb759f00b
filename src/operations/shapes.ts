import * as z from 'zod';
import { vaultPath } from '../contract/path-schema.ts';
import type { Stat } from '../engine/store/vault/stat.ts';

/** Milliseconds since 1970, whole. */
export const unixMs = z.int().describe('Milliseconds since 1970.');

/** A moment in UTC with milliseconds, as RFC 3339 writes it. */
export const isoTime = z.string().describe('A moment in UTC, as RFC 3339 writes it.');

/** A path where a missing one means the root, as the file protocols have it. */
export const pathOrRoot = z
  .string()
  .nullish()
  .transform((path) => path ?? '')
  .pipe(vaultPath);

/** The input of operations that take a path and nothing else. */
export const pathAlone = z.object({ path: pathOrRoot });

/** A whole number within 64 bits; missing means 0. */
export const wireInt = z
  .number()
  .refine((value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63, 'must be an integer')
  .nullish()
  .transform((value) => value ?? 0);

/** A flag; missing means no. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** Text; missing means none. */
export const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Bytes as standard base64 with padding; line breaks are skipped, nothing else is. */
export const base64 = textOrEmpty.transform((text, context) => {
  const packed = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, '') : text;
  const decoded = Buffer.from(packed, 'base64');
  if (isBase64Of(packed, decoded)) return decoded;
  context.addIssue({ code: 'custom', message: 'is not valid base64' });
  return z.NEVER;
});

/**
 * Node's decoder forgives everything, so what it made is encoded again and compared. The bits that
 * the last group leaves over may be anything.
 */
function isBase64Of(text: string, decoded: Buffer): boolean {
  const start = Math.max(0, text.length - 4);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (
    decoded.length === (text.length / 4) * 3 - padding &&
    /^(?:[A-Za-z0-9+/]{2}(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==))?$/.test(text.slice(start)) &&
    decoded.toString('base64').startsWith(text.slice(0, start))
  );
}

export const bytes = z.instanceof(Buffer);

export const entryType = z.enum(['file', 'folder', 'symlink']);

export const statShape = z.object({
  type: entryType,
  mtime: unixMs,
  size: z.int(),
  mode: z.int(),
});

export const nothing = z.object({});

export function toStatShape({ type, mtime, size, mode }: Stat): z.output<typeof statShape> {
  return { type, mtime, size, mode };
}

/** Preconditions of a write: whole milliseconds as the plugin sends them, or a content hash. */
export const preconditions = {
  expectedMtime: wireInt.describe('Fail if the mtime of the file has changed; 0 means no check.'),
  expectedHash: z.string().nullish().describe('Fail if the content of the file has changed.'),
};

export function toExpectation(input: {
  expectedMtime: number;
  expectedHash?: string | null | undefined;
}): { mtime: number; hash?: string } {
  const { expectedMtime, expectedHash } = input;
  return { mtime: expectedMtime, ...(expectedHash && { hash: expectedHash }) };
}
