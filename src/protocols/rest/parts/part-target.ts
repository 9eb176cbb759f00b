import { RestError, type RestReason } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import { tryDecode } from '../paths.ts';
import type { RestKey } from '../settings.ts';

const targetTypes = ['block', 'frontmatter', 'heading'] as const;
export type TargetType = (typeof targetTypes)[number];

/** A part of a note, and how its request is spoken: with levels of the note, or relative ones. */
export interface PartTarget {
  readonly targetType: TargetType;
  readonly target: string | string[] | null;
  readonly dialect: 1 | 2;
}

/** Whether the request names a part of the file, and not the whole of it. */
export function namesPart({ target, request }: FileExchange): boolean {
  return target.length > 0 || hasTargetHeaders(request);
}

export function hasTargetHeaders(request: FileExchange['request']): boolean {
  return request.header('target-type') !== undefined || request.header('target') !== undefined;
}

/** The part that the URL or the headers name. */
export function readPartTarget(exchange: FileExchange): PartTarget {
  const { target, request } = exchange;
  const version = readPatchVersion(exchange);
  if (target.length > 0 && hasTargetHeaders(request)) throw new RestError('target-given-twice');
  if (target.length === 0) return readHeaderTarget(exchange, version);
  if (version === '1') {
    throw new RestError('patch-version-unknown', 'A target in the URL has version 2.');
  }
  const [first = '', ...names] = target;
  const targetType = toTargetType(first);
  if (targetType === undefined) throw new RestError('target-type-unknown', first);
  if (names.length === 0) throw new RestError('target-missing');
  return { targetType, target: targetType === 'heading' ? names : names.join('/'), dialect: 2 };
}

/** Which version of the patch format a request asks for by its header. */
export function readPatchVersion({ request }: FileExchange): '1' | '2' | undefined {
  const version = request.header('markdown-patch-version')?.trim();
  if (version === undefined || version === '1' || version === '2') return version;
  throw new RestError('patch-version-unknown', version);
}

/** The headers of answers, and of failures, in the format that newer releases leave behind. */
export function deprecationOf({ generation }: RestKey): Readonly<Record<string, string>> {
  return generation >= 5 ? deprecated : {};
}

export const deprecated = { Deprecation: 'true; sunset-version="6.0"' } as const;

/** Where the part is named by headers, without a version they are those of the first format. */
function readHeaderTarget(exchange: FileExchange, version: '1' | '2' | undefined): PartTarget {
  const { request, key } = exchange;
  const headers = version === '2' ? {} : deprecationOf(key);
  const fail = (reason: RestReason, detail = '') => new RestError(reason, detail, { headers });
  const type = request.header('target-type')?.trim();
  if (type === undefined || type === '') throw fail('target-type-missing');
  const targetType = toTargetType(type);
  if (targetType === undefined) throw fail('target-type-unknown', type);
  const raw = request.header('target')?.trim() ?? '';
  if (raw === '') throw fail('target-missing');
  const decoded = tryDecode(raw);
  if (decoded === undefined) throw fail('target-malformed');
  if (version !== '1' && targetType === 'heading') {
    const names = parseNames(decoded);
    if (names !== undefined) return { targetType, target: names, dialect: 2 };
    if (version === '2') throw fail('target-malformed', 'A heading is a JSON list of texts.');
  }
  if (version === '2') return { targetType, target: decoded, dialect: 2 };
  return { targetType, target: toLocator(decoded, targetType, exchange), dialect: 1 };
}

function toLocator(decoded: string, targetType: TargetType, { request }: FileExchange): string {
  if (targetType !== 'heading') return decoded;
  const delimiter = request.header('target-delimiter') ?? '';
  return delimiter === '' ? decoded : decoded.split(delimiter).join('::');
}

/** A list of names, or null for the whole note; undefined for what is neither. */
function parseNames(text: string): string[] | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return null;
    return isTextList(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function toTargetType(text: string): TargetType | undefined {
  return targetTypes.find((type) => type === text.toLowerCase());
}

/** The headers that answers of a dialect carry. */
export function dialectHeaders(
  { dialect }: Pick<PartTarget, 'dialect'>,
  key: RestKey,
): Readonly<Record<string, string>> {
  return dialect === 1 ? deprecationOf(key) : {};
}
