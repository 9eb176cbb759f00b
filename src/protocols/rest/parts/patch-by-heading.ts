import { RestError, type RestReason } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { tryDecode } from '../paths.ts';
import { answerEdit } from './patched.ts';

/** Where a position of this format is. */
const operations: Readonly<Record<string, string>> = { beginning: 'prepend', end: 'append' };

const headers = {
  Deprecation: 'true; sunset-version="4.0"',
  Link: '</openapi.yaml>; rel="deprecation"',
} as const;

/** The format of the second generation: text at the beginning or the end of a section. */
export async function patchByHeading(exchange: FileExchange): Promise<RestReply> {
  const { request } = exchange;
  const fail = (reason: RestReason, detail = '') => new RestError(reason, detail, { headers });
  const position = request.header('content-insertion-position')?.trim().toLowerCase() ?? 'end';
  const operation = Object.hasOwn(operations, position) ? operations[position] : undefined;
  if (operation === undefined) throw fail('position-unknown', position);
  const heading = request.header('heading')?.trim() ?? '';
  if (heading === '') throw fail('heading-missing');
  if (!request.contentType.startsWith('text/')) throw fail('text-expected');
  const boundary = request.header('heading-boundary') || '::';
  const target = (tryDecode(heading) ?? heading).split(boundary).join('::');
  const content = await request.text();
  const edit = { targetType: 'heading', target, firstMatch: true, levels: 'absolute' };
  return answerEdit(exchange, 0, { ...edit, operation, content }, headers);
}
