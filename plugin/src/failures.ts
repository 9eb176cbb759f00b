import { isRpcError } from '../../src/protocols/local/client/errors.ts';

/** What to show for a failed request: the daemon's sentence and its hint. */
export function toSentence(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const hint = isRpcError(thrown) ? thrown.data?.hint : undefined;
  return typeof hint === 'string' ? `${thrown.message} ${hint}` : thrown.message;
}
