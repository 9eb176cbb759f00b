import type { ServedVault, Session } from '../../operations/sessions.ts';
import type { Happening } from './event-log.ts';

type Publish = (happening: Happening) => void;

/** How often progress is told. */
const progressMs = 250;

/** The index of each vault as it is read, told as events; and requests to look at everything again. */
export class IndexJobs {
  readonly #publish: Publish;
  readonly #running = new Map<string, AbortController>();
  #made = 0;

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  /** Tells how a vault is read for the first time. */
  follow(vault: ServedVault): void {
    if (vault.status().knowledge?.state === 'building') void this.#report(vault, undefined);
  }

  /** Waits until everything on disk is known, and tells about it. Returns the name of the job. */
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
    const tell = (type: string, data: Readonly<Record<string, unknown>>, key?: string) =>
      this.#publish({ type, topic: 'index', data: { ...about, ...data }, ...(key && { key }) });
    const tellProgress = () => tell('IndexProgress', progressOf(vault), `index\0${vault.name}`);
    tell('IndexStarted', progressOf(vault));
    try {
      await Promise.all([work(), untilReady(vault, signal, tellProgress)]);
      const took_ms = Math.round(performance.now() - started);
      if (!signal?.aborted) tell('IndexReady', { ...progressOf(vault), took_ms });
    } catch (thrown) {
      tell('IndexError', { error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
}

async function untilReady(
  vault: ServedVault,
  signal: AbortSignal | undefined,
  tellProgress: () => void,
): Promise<void> {
  while (!signal?.aborted && vault.status().knowledge?.state === 'building') {
    await sleep(progressMs);
    tellProgress();
  }
}

/** Notes that are read, of all that there are. */
export function progressOf(vault: ServedVault): { readonly done: number; readonly total: number } {
  const { notes = 0, pending = 0 } = vault.status().knowledge ?? {};
  return { done: Math.max(0, notes - pending), total: notes };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
