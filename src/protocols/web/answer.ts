import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { toVaultError, VaultError } from '../../contract/errors.ts';
import { limits, webLimits } from '../../contract/limits.ts';
import { paced } from '../../contract/progress.ts';
import { servedAt } from '../../operations/index.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import type { BrowserPage } from './connection.ts';
import { toFailureBody } from './errors.ts';
import type { EventHub } from './event-hub.ts';
import { readBody, sendFailure, sendJson } from './frame.ts';

const operations = servedAt('web');

const callShape = z.strictObject({
  operation: z.string().max(webLimits.nameLengthMax),
  input: z.unknown().optional(),
  vault: z.string().max(webLimits.nameLengthMax).nullish(),
});

const batchShape = z.strictObject({
  calls: z.array(callShape).max(webLimits.callsPerBatchMax),
});

export interface WebExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly vaults: readonly ServedVault[];
  readonly page: BrowserPage;
  readonly hub: EventHub;
}

type Answer = { readonly ok: true; readonly value: unknown } | VaultError;

/** One operation. */
export async function answerCall(exchange: WebExchange): Promise<void> {
  const { request, response } = exchange;
  const call = await readBody(request, callShape);
  const answer = await run(exchange, call, signalOf(response));
  if (answer instanceof VaultError) sendFailure(response, answer);
  else sendJson(response, 200, answer);
}

/** Several operations at the same time; each has its own outcome. */
export async function answerBatch(exchange: WebExchange): Promise<void> {
  const { request, response } = exchange;
  const { calls } = await readBody(request, batchShape);
  const signal = signalOf(response);
  const answers = await Promise.all(calls.map((call) => run(exchange, call, signal)));
  const results = answers.map((answer) =>
    answer instanceof VaultError ? toFailureBody(answer) : answer,
  );
  sendJson(response, 200, { results });
}

async function run(
  { vaults, page, hub }: WebExchange,
  { operation: name, input, vault }: z.output<typeof callShape>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const operation = operations.get(name);
    if (operation === undefined) throw unknownOperation(name);
    const session = page.sessions.of(findServedVault(vaults, vault));
    const progress = paced((step) => {
      hub.publish('progress', (to) => (to === page ? { operation: name, ...step } : undefined));
    }, limits.progressEveryMs);
    const outcome = await session.dispatch(operation, input ?? {}, signal, progress);
    return outcome.ok ? { ok: true, value: toJson(outcome.output) } : outcome.error;
  } catch (thrown) {
    return toVaultError(thrown);
  }
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

/** Aborted when the browser no longer waits for the answer. */
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function unknownOperation(name: string): VaultError {
  return new VaultError('not-found', `There is no operation ${JSON.stringify(name)}.`, {
    hint: 'docs/operations.md lists them.',
  });
}
