import { isRecord } from '../../../kit/records.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { BundleToolResult, Revision, ToolReply } from './connection.ts';
import { type BundleWireError, toBundleWireError } from './errors.ts';

/** What a tool did, as the contract wants it: data in a text, or an error. */
export function toReply(
  outcome: Outcome,
  revision: Revision,
  errors: 'protocol' | 'tool',
): ToolReply {
  if (!outcome.ok) return toFailure(toBundleWireError(outcome.error), errors);
  const { embedded, ...data } = isRecord(outcome.output) ? outcome.output : {};
  const body = { success: true, data };
  const text = { type: 'text' as const, text: JSON.stringify(body) };
  const content = isRecord(embedded) ? [toResource(embedded), text] : [text];
  return {
    result: { content, ...(revision >= '2025-06-18' && { structuredContent: body }) },
  };
}

function toFailure(error: BundleWireError, errors: 'protocol' | 'tool'): ToolReply {
  if (errors === 'protocol') return { error };
  const text = JSON.stringify({ success: false, error });
  return { result: { isError: true, content: [{ type: 'text', text }] } };
}

/** A file that is not text travels beside the data. */
function toResource({
  uri,
  mimeType,
  bytes,
}: Record<string, unknown>): BundleToolResult['content'][number] {
  const blob = Buffer.isBuffer(bytes) ? bytes.toString('base64') : '';
  return { type: 'resource', resource: { uri: String(uri), mimeType: String(mimeType), blob } };
}
