import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { type PartScope, readScopeHeader } from './part-scope.ts';
import { type PartTarget, readPartTarget } from './part-target.ts';
import { editByHeaders, readPlainCarrier } from './patch-by-headers.ts';
import { answerEdit, requireNoteToEdit, type SectionRequest } from './patched.ts';

/** `PUT` of a part: it is replaced, and made where it is missing. */
export function putPart(exchange: FileExchange): Promise<RestReply> {
  return writePart(exchange, { operation: 'replace', createTargetIfMissing: true });
}

/** `POST` to a part: it is appended to. */
export function postPart(exchange: FileExchange): Promise<RestReply> {
  return writePart(exchange, { operation: 'append' });
}

async function writePart(exchange: FileExchange, edit: SectionRequest): Promise<RestReply> {
  requireNoteToEdit(exchange);
  const part = readPartTarget(exchange);
  const scope = readScopeHeader(exchange, part);
  if (part.dialect === 1) {
    const carrier = await readPlainCarrier(exchange, part.targetType, scope);
    return editByHeaders(exchange, part, { ...edit, scope, ...carrier });
  }
  const { targetType, target } = part;
  const { request } = exchange;
  return answerEdit(exchange, 2, {
    targetType,
    target,
    scope,
    ...(await readCarrier(exchange, part, scope)),
    createTargetIfMissing: request.flag('create-target-if-missing'),
    rejectIfContentPreexists: request.flag('reject-if-content-preexists'),
    ...edit,
  });
}

/** Text is the value of a property as it is; an empty body empties a section. */
async function readCarrier(
  { request }: FileExchange,
  { targetType }: PartTarget,
  scope: PartScope,
): Promise<SectionRequest> {
  const { contentType } = request;
  if (contentType === 'application/json') return { value: await request.json() };
  const isText = contentType === '' || contentType.startsWith('text/');
  if (!isText) throw new RestError('type-unknown', contentType);
  const content = await request.text();
  return targetType === 'frontmatter' && scope !== 'marker' ? { value: content } : { content };
}
