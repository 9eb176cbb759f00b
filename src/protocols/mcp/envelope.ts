import { isRecord, toRecord } from '../../kit/records.ts';
import { type Contract, modernRevision } from './contract.ts';
import { type McpError, unsupportedRevision, wrongParams } from './protocol-error.ts';

const prefix = 'io.modelcontextprotocol/';
const versionKey = `${prefix}protocolVersion`;
const clientKey = `${prefix}clientInfo`;
const capabilitiesKey = `${prefix}clientCapabilities`;
const serverKey = `${prefix}serverInfo`;
const subscriptionKey = `${prefix}subscriptionId`;

/** What a request of the modern revision says about who makes it. */
export interface Envelope {
  readonly client: string | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** Undefined for a request of an older revision. Throws when the envelope is broken. */
export function findEnvelope(params: unknown): Envelope | undefined {
  const meta = toRecord(toRecord(params)._meta);
  const { [versionKey]: version, [capabilitiesKey]: capabilities } = meta;
  if (version === undefined) return undefined;
  if (typeof version !== 'string') throw brokenEnvelope(versionKey, 'must be a text');
  if (!isRecord(capabilities)) throw brokenEnvelope(capabilitiesKey, 'must be an object');
  if (version !== modernRevision) throw unsupportedRevision(version, [modernRevision]);
  const { name } = toRecord(meta[clientKey]);
  return { client: typeof name === 'string' ? name : undefined, capabilities };
}

export function missingEnvelope(): McpError {
  return brokenEnvelope(versionKey, 'is missing');
}

function brokenEnvelope(key: string, problem: string): McpError {
  return wrongParams(
    `Invalid _meta envelope for protocol revision ${modernRevision}: ${key} ${problem}.`,
    { envelope: { key, problem } },
  );
}

const cacheable = new Set([
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);

/** A result as the modern revision wants it. Nothing may be cached: notes change at any time. */
export function toModernResult(
  method: string,
  result: object,
  { serverInfo }: Contract,
): Record<string, unknown> {
  const _meta = { [serverKey]: serverInfo };
  if ('resultType' in result) return { ...result, _meta };
  const caching = cacheable.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
  return { ...result, resultType: 'complete', ...caching, _meta };
}

/** What marks a message as one for a subscription. */
export function toSubscriptionMeta(id: string): Record<string, unknown> {
  return { [subscriptionKey]: JSON.parse(id) };
}
