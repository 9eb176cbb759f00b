import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import type { NewEvent } from './event-log.ts';

type Publish = (event: NewEvent) => void;

/** How often progress is published. */
const progressMs = 250;

/** Publishes how far the index of each vault is, and runs requests to bring it up to date. */
export class IndexJobs {
  readonly #publish: Publish;
  readonly #running = new Map<string, AbortController>();
  #made = 0;

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  /** Publishes how a vault is indexed for the first time. */
  follow(vault: ServedVault): void {
    if (vault.status().knowledge?.state === 'building') void this.#report(vault, undefined);
  }

  /** Waits until everything on disk is indexed, and publishes it. Returns the name of the job. */
  start(vault: ServedVault, { view }: Session): string {
    const job = `j${++this.#made}`;
    const abort = new AbortController();
    this.#running.set(job, abort);
    void this.#report(vault, job, abort.signal, () => view.known()).finally(() =>
      this.#running.delete(job),
    );
    return job;
  }

  cancel(job: string): boolean {
    const abort = this.#running.get(job);
    abort?.abort();
    return abort !== undefined;
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  async #report(
    vault: ServedVault,
    job: string | undefined,
    signal?: AbortSignal,
    work: () => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    const started = performance.now();
    const about = { vault: vault.name, ...(job && { job }) };
    const publish = (type: string, data: Readonly<Record<string, unknown>>, key?: string) =>
      this.#publish({ type, topic: 'index', data: { ...about, ...data }, ...(key && { key }) });
    const waitForIndex = async () => {
      while (!signal?.aborted && vault.status().knowledge?.state === 'building') {
        await sleep(progressMs, undefined, { ref: false });
        publish('IndexProgress', progressOf(vault), `index\0${vault.name}`);
      }
    };
    publish('IndexStarted', progressOf(vault));
    try {
      await Promise.all([work(), waitForIndex()]);
      const took_ms = Math.round(performance.now() - started);
      if (!signal?.aborted) publish('IndexReady', { ...progressOf(vault), took_ms });
    } catch (thrown) {
      publish('IndexError', { error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
}

/** Notes that are indexed, of all that there are. */
export function progressOf(vault: ServedVault): { readonly done: number; readonly total: number } {
  const { notes = 0, pending = 0 } = vault.status().knowledge ?? {};
  return { done: Math.max(0, notes - pending), total: notes };
}
