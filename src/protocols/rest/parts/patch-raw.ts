import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { tryDecode } from '../paths.ts';
import { readScopeHeader } from './part-scope.ts';
import type { PartTarget } from './part-target.ts';
import { answerEdit, type SectionRequest } from './patched.ts';

const operations = ['append', 'delete', 'prepend', 'replace'];

/** The second format with the target outside of the body: the body is the content as it is. */
export async function patchRaw(
  exchange: FileExchange,
  { targetType, target, dialect }: PartTarget,
): Promise<RestReply> {
  const { request } = exchange;
  const operation = readOperation(exchange, operations);
  const scope = readScopeHeader(exchange, { targetType, dialect });
  for (const name of ['target-delimiter', 'trim-target-whitespace']) {
    if (request.header(name) !== undefined) throw new RestError('patch-headers-refused', name);
  }
  return answerEdit(exchange, dialect, {
    targetType,
    target,
    operation,
    scope,
    ...readWithin(exchange),
    ...readDestination(exchange, scope),
    ...(await readCarrier(exchange)),
    createTargetIfMissing: request.flag('create-target-if-missing'),
    rejectIfContentPreexists: request.flag('reject-if-content-preexists'),
  });
}

/** The `Operation` of a request, one of those that its format knows. */
export function readOperation(
  { request }: FileExchange,
  known: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): string {
  const operation = request.header('operation')?.trim().toLowerCase() ?? '';
  if (operation === '') throw new RestError('operation-missing', '', { headers });
  if (known.includes(operation)) return operation;
  throw new RestError('operation-unknown', operation, { headers });
}

/** Text or a value by the type of the body; an empty body is neither. */
async function readCarrier({ request }: FileExchange): Promise<SectionRequest> {
  const { contentType } = request;
  if ((await request.body()).length === 0) return {};
  if (contentType.startsWith('text/')) return { content: await request.text() };
  if (contentType === 'application/json') return { value: await request.json() };
  throw new RestError('type-unknown', contentType);
}

function readWithin({ request }: FileExchange): SectionRequest {
  const header = request.header('within')?.trim();
  if (header === undefined || header === '') return {};
  if (!/^[+-]?\d{1,9}$/.test(header)) throw new RestError('within-malformed', header);
  return { within: Number(header) };
}

function readDestination({ request }: FileExchange, scope: string): SectionRequest {
  const header = request.header('destination');
  if (header === undefined || scope !== 'parent') return {};
  const decoded = tryDecode(header);
  try {
    return { destination: JSON.parse(decoded ?? '') };
  } catch (thrown) {
    throw new RestError('destination-malformed', 'It is percent-encoded JSON.', { cause: thrown });
  }
}
