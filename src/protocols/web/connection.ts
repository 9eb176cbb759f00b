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
  /** Ends its streams of events. */
  readonly streams: Set<() => void>;
  lastMs: number;
  /** It has had a stream, so it is gone soon after its last one. */
  isLive: boolean;
}

export interface PagesOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly limits: WebLimits;
  /** Somebody wants a browser out. */
  disconnect(login: string): void;
}

/** The pages that are open. A page that is away for too long is closed. */
export class BrowserPages {
  readonly #options: PagesOptions;
  readonly #open = new Map<string, BrowserPage>();
  readonly #look: NodeJS.Timeout;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#look = setInterval(() => this.#closeAway(), options.limits.pageLookMs).unref();
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

  /** A page of that browser: what a browser loads for a page does not say for which. */
  anyOf(login: string): BrowserPage {
    const open = [...this.#open.values()].find(
      (page) => page.login === login && page.streams.size > 0,
    );
    return open ?? this.of(login, '');
  }

  follow(page: BrowserPage, end: () => void): void {
    page.streams.add(end);
    page.isLive = true;
  }

  unfollow(page: BrowserPage, end: () => void): void {
    page.streams.delete(end);
    page.lastMs = this.#options.clock.now();
  }

  closeLogin(login: string): void {
    for (const [key, page] of this.#open) if (page.login === login) this.#close(key, page);
  }

  close(): void {
    clearInterval(this.#look);
    for (const [key, page] of this.#open) this.#close(key, page);
  }

  #make(key: string, login: string, name: string): BrowserPage {
    if (this.#open.size >= this.#options.limits.pagesMax) this.#makeRoom();
    const { sessions, clock, disconnect } = this.#options;
    const page: BrowserPage = {
      name,
      login,
      sessions: new ClientSessions(sessions, { protocol: 'web', client: 'dashboard' }, () =>
        disconnect(login),
      ),
      streams: new Set(),
      lastMs: clock.now(),
      isLive: false,
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
      if (awayMs > (page.isLive ? pageAwayMs : pageIdleMs)) this.#close(key, page);
    }
  }

  #close(key: string, page: BrowserPage): void {
    this.#open.delete(key);
    for (const end of page.streams) end();
    page.sessions.close();
  }
}

/** A page names itself; anything odd counts as no name. */
export function toPageName(given: string | null | undefined): string {
  return given && /^[\w-]{1,64}$/.test(given) ? given : '';
}
