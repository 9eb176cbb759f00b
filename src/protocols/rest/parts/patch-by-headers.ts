import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { type PartScope, readScopeHeader } from './part-scope.ts';
import { deprecationOf, type PartTarget, type TargetType } from './part-target.ts';
import { readOperation } from './patch-raw.ts';
import { answerEdit, type SectionRequest } from './patched.ts';

/** The format of the third and fourth generation: all but the content in headers. */
export async function patchByHeaders(exchange: FileExchange, part: PartTarget): Promise<RestReply> {
  const headers = deprecationOf(exchange.key);
  const operation = readOperation(exchange, ['append', 'prepend', 'replace'], headers);
  const scope = readScopeHeader(exchange, part);
  const carrier = await readPlainCarrier(exchange, part.targetType, scope);
  return editByHeaders(exchange, part, { operation, scope, ...carrier });
}

/** An edit in that format, with what further headers say of it. */
export function editByHeaders(
  exchange: FileExchange,
  { targetType, target }: PartTarget,
  edit: SectionRequest,
): Promise<RestReply> {
  const { request, key } = exchange;
  const mayRepeat = key.generation !== 3 || request.flag('apply-if-content-preexists');
  const asked: SectionRequest = {
    targetType,
    target,
    levels: 'absolute',
    createTargetIfMissing: request.flag('create-target-if-missing'),
    rejectIfContentPreexists: request.flag('reject-if-content-preexists') || !mayRepeat,
    ...edit,
  };
  return answerEdit(exchange, 1, asked, deprecationOf(key));
}

/** What the body brings: text, the rows of a table, or the value of a property. */
export async function readPlainCarrier(
  { request, key }: FileExchange,
  targetType: TargetType,
  scope: PartScope,
): Promise<SectionRequest> {
  const headers = deprecationOf(key);
  const { contentType } = request;
  if (contentType === 'application/json') return { value: await request.json() };
  if (contentType !== 'text/markdown')
    throw new RestError('type-unknown', contentType, { headers });
  const content = await request.text();
  if (scope === 'marker') return { content: toName(content) };
  return targetType === 'frontmatter' ? { value: content } : { content };
}

/** A name of a heading or block without the marks in front of it, which this format has. */
function toName(marker: string): string {
  return marker.trim().replace(/^(?:#{1,6}[ \t]+|\^)/, '');
}
