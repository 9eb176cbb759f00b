import { VaultError } from '../../contract/errors.ts';
import type { WebLimits } from '../../contract/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { ClientSessions } from '../../operations/client-sessions.ts';
import type { Sessions } from '../../operations/sessions.ts';

/** One open page of a browser. What it reports to the workspace lasts as long as it does. */
export interface BrowserPage {
  readonly name: string;
  readonly login: string;
  readonly sessions: ClientSessions;
  /** Closes its streams of events. */
  readonly streams: Set<() => void>;
  lastMs: number;
  /** It has had a stream, so it is closed soon after its last one. */
  hadStream: boolean;
}

export interface PagesOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly limits: WebLimits;
  /** Logs a browser out. */
  disconnect(login: string): void;
}

/** The pages that are open. A page that is away for too long is closed. */
export class BrowserPages {
  readonly #options: PagesOptions;
  readonly #open = new Map<string, BrowserPage>();
  readonly #sweeps: NodeJS.Timeout;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#sweeps = setInterval(() => this.#closeAway(), options.limits.pageSweepMs).unref();
  }

  get streamCount(): number {
    return [...this.#open.values()].reduce((sum, { streams }) => sum + streams.size, 0);
  }

  of(login: string, name: string): BrowserPage {
    const key = `${login} ${name}`;
    const page = this.#open.get(key) ?? this.#make(key, login, name);
    page.lastMs = this.#options.clock.now();
    return page;
  }

  /** Any page of that browser: a request for a file does not say which page it is for. */
  anyOf(login: string): BrowserPage {
    const open = [...this.#open.values()].find(
      (page) => page.login === login && page.streams.size > 0,
    );
    return open ?? this.of(login, '');
  }

  /** Returns what to call when the stream has ended. */
  addStream(page: BrowserPage, close: () => void): () => void {
    page.streams.add(close);
    page.hadStream = true;
    return () => {
      page.streams.delete(close);
      page.lastMs = this.#options.clock.now();
    };
  }

  closeLogin(login: string): void {
    for (const [key, page] of this.#open) if (page.login === login) this.#close(key, page);
  }

  close(): void {
    clearInterval(this.#sweeps);
    for (const [key, page] of this.#open) this.#close(key, page);
  }

  #make(key: string, login: string, name: string): BrowserPage {
    const { sessions, clock, limits, disconnect } = this.#options;
    if (this.#open.size >= limits.pagesMax) this.#makeRoom();
    const caller = { protocol: 'web', client: 'dashboard' } as const;
    const page: BrowserPage = {
      name,
      login,
      sessions: new ClientSessions(sessions, caller, () => disconnect(login)),
      streams: new Set(),
      lastMs: clock.now(),
      hadStream: false,
    };
    this.#open.set(key, page);
    return page;
  }

  #makeRoom(): void {
    const idle = [...this.#open].filter(([, { streams }]) => streams.size === 0);
    const [oldest] = idle.sort(([, a], [, b]) => a.lastMs - b.lastMs);
    if (oldest === undefined) {
      throw new VaultError('unavailable', 'Too many pages are open.', {
        hint: 'Close some of them.',
      });
    }
    this.#close(...oldest);
  }

  #closeAway(): void {
    const now = this.#options.clock.now();
    const { pageAwayMs, pageIdleMs } = this.#options.limits;
    for (const [key, page] of this.#open) {
      const awayMs = page.streams.size > 0 ? 0 : now - page.lastMs;
      if (awayMs > (page.hadStream ? pageAwayMs : pageIdleMs)) this.#close(key, page);
    }
  }

  #close(key: string, page: BrowserPage): void {
    this.#open.delete(key);
    for (const close of page.streams) close();
    page.sessions.close();
  }
}
