import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { toVaultError, VaultError } from '../../contract/errors.ts';
import { limits, webLimits } from '../../contract/limits.ts';
import { paced, type TellProgress } from '../../contract/progress.ts';
import { servedAt } from '../../operations/index.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import type { BrowserPage } from './connection.ts';
import { type Failure, toFailureBody } from './errors.ts';
import type { EventHub } from './event-hub.ts';
import { sendFailure, sendJson } from './frame.ts';

const operations = servedAt('web');

const callShape = z.strictObject({
  operation: z.string(),
  input: z.unknown().optional(),
  vault: z.string().nullish(),
});
type WebCall = z.output<typeof callShape>;

const batchShape = z.strictObject({
  calls: z.array(callShape).max(webLimits.callsPerBatchMax),
});

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly vaults: readonly ServedVault[];
  readonly page: BrowserPage;
  readonly hub: EventHub;
}

type Answer = { readonly ok: true; readonly value: unknown } | Failure;

/** One operation. */
export async function answerCall(asked: Asked): Promise<void> {
  const { response } = asked;
  const call = await readBody(asked.request, callShape);
  const answer = await run(asked, call, goneWith(response));
  if (answer instanceof VaultError) sendFailure(response, answer);
  else sendJson(response, 200, answer);
}

/** Several operations at the same time; each has its own outcome. */
export async function answerBatch(asked: Asked): Promise<void> {
  const { response } = asked;
  const { calls } = await readBody(asked.request, batchShape);
  const gone = goneWith(response);
  const results = await Promise.all(
    calls.map(async (call) => {
      const answer = await run(asked, call, gone);
      return answer instanceof VaultError ? toFailureBody(answer) : answer;
    }),
  );
  sendJson(response, 200, { results });
}

async function run(
  { vaults, page, hub }: Asked,
  { operation: name, input, vault }: WebCall,
  signal: AbortSignal,
): Promise<Answer | VaultError> {
  try {
    const operation = operations.get(name);
    if (operation === undefined) throw unknownOperation(name);
    const session = page.sessions.of(findServedVault(vaults, vault));
    const progress = tellPage(hub, page, name);
    const outcome = await session.dispatch(operation, input ?? {}, signal, progress);
    return outcome.ok ? { ok: true, value: toJson(outcome.output) } : outcome.error;
  } catch (thrown) {
    return toVaultError(thrown);
  }
}

/** How far a change of many files is, for the page that asked for it. */
function tellPage(hub: EventHub, page: BrowserPage, operation: string): TellProgress {
  return paced(
    (step) => hub.publish('progress', (to) => (to === page ? { operation, ...step } : undefined)),
    limits.progressEveryMs,
  );
}

/** By name or id; the first one when none is named. */
export function findServedVault(
  vaults: readonly ServedVault[],
  wanted: string | null | undefined,
): ServedVault {
  const found = wanted
    ? vaults.find(({ name, id }) => name === wanted || id === wanted)
    : vaults[0];
  if (found !== undefined) return found;
  throw new VaultError('not-found', `There is no vault ${JSON.stringify(wanted)}.`, {
    hint: 'List the vaults with vault.list.',
  });
}

/** Members that are bytes become base64. */
function toJson(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if (!Object.values(output).some(Buffer.isBuffer)) return output;
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );
}

async function readBody<Shape extends z.ZodType>(
  request: IncomingMessage,
  shape: Shape,
): Promise<z.output<Shape>> {
  const parsed = shape.safeParse(parseJson(await readBytes(request)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the body';
  throw new VaultError('invalid-input', `${where}: ${issue?.message ?? 'is wrong'}`);
}

/** The connection of whoever sends too much is closed with the answer. */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let size = 0;
  if (announced > webLimits.bodyBytesMax) throw tooLarge();
  for await (const chunk of request) {
    size += chunk.length;
    if (size > webLimits.bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new VaultError('invalid-input', 'The body is not JSON.');
  }
}

/** Aborted when nobody waits for the answer any more. */
function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function tooLarge(): VaultError {
  const mebibytes = webLimits.bodyBytesMax / 2 ** 20;
  return new VaultError('too-large', `A request may have ${mebibytes} MiB at most.`);
}

function unknownOperation(name: string): VaultError {
  return new VaultError('not-found', `There is no operation ${JSON.stringify(name)}.`, {
    hint: 'docs/operations.md lists them.',
  });
}
