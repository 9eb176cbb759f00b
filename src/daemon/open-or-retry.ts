import type { Protocol } from '../contract/callers.ts';
import { isVaultError, type VaultError } from '../contract/errors.ts';
import type { Log } from '../kit/log.ts';
import type { OpenProtocol } from '../operations/protocol.ts';

/** Clients of a protocol that could open again should not wait for long. */
const retryEveryMs = 2000;

/** A protocol that may open later than the others. */
export interface RetriedProtocol<P extends OpenProtocol> extends OpenProtocol {
  /** Undefined while it cannot open. */
  readonly current: P | undefined;
  /** Why it cannot open. */
  readonly failure: VaultError | undefined;
}

/**
 * Opens a protocol. One that cannot open, because another program holds its port or socket, is
 * logged once and tried again until it opens, so that it never keeps the others from serving.
 * Settings that are wrong do not become right by waiting: they are thrown.
 */
export async function openOrRetry<P extends OpenProtocol>(
  protocol: Protocol,
  open: () => Promise<P>,
  { log, retryMs = retryEveryMs }: { readonly log: Log; readonly retryMs?: number },
): Promise<RetriedProtocol<P>> {
  let current: P | undefined;
  let failure: VaultError | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let trying: Promise<void> | undefined;

  const tryOpening = async (): Promise<void> => {
    try {
      const opened = await open();
      if (isClosed) return await opened.close();
      if (failure !== undefined) log.warn(`The ${protocol} protocol is open now.`);
      current = opened;
      failure = undefined;
    } catch (thrown) {
      if (!isVaultError(thrown) || thrown.code === 'invalid-input') throw thrown;
      if (failure?.message !== thrown.message) {
        log.error(`The ${protocol} protocol stays closed. ${thrown.message}`);
      }
      failure = thrown;
      if (!isClosed) timer = setTimeout(retry, retryMs).unref();
    }
  };
  const retry = (): void => {
    trying = tryOpening().catch((thrown) => {
      log.error(`The ${protocol} protocol stays closed.`, { error: String(thrown) });
    });
  };

  await tryOpening();
  return {
    protocol,
    get lines() {
      return current?.lines ?? toClosedLines(failure);
    },
    greet: () => current?.greet?.() ?? current?.lines ?? toClosedLines(failure),
    status: () => ({ open: current !== undefined, ...current?.status?.() }),
    get current() {
      return current;
    },
    get failure() {
      return failure;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await trying;
      await current?.close();
    },
  };
}

function toClosedLines(failure: VaultError | undefined): string[] {
  const why = [failure?.message, failure?.about.hint].filter((text) => text !== undefined);
  return [`closed: ${why.join(' ')} Trying again.`];
}
