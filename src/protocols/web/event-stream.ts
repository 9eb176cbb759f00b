import type { ServerResponse } from 'node:http';
import type { WebLimits } from '../../contract/limits.ts';
import type { WebEvents } from '../../operations/web-events.ts';
import type { BrowserPage } from './connection.ts';
import type { EventHub, WebEvent } from './event-hub.ts';
import { commonHeaders, encodeWebEvent } from './frame.ts';

export interface StreamOptions {
  readonly response: ServerResponse;
  readonly page: BrowserPage;
  readonly hub: EventHub;
  readonly limits: WebLimits;
  readonly hello: Pick<WebEvents['hello'], 'version' | 'vaults'>;
  /** The last event that the page has seen. */
  readonly lastId: string | undefined;
}

/**
 * The events of one page. What does not fit, because the page reads too slowly, is counted and
 * left out; a page that reads nothing at all is disconnected.
 */
export class EventStream {
  readonly #options: StreamOptions;
  readonly #unlisten: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #dropped = 0;
  #stalled: NodeJS.Timeout | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    const { response, hub, limits, hello, page, lastId } = options;
    response.writeHead(200, {
      ...commonHeaders,
      'Content-Type': 'text/event-stream; charset=utf-8',
    });
    const missed = hub.since(lastId);
    const resumed = missed !== undefined;
    const first = hub.idOf(hub.seq - (missed?.length ?? 0));
    const data: WebEvents['hello'] = { ...hello, page: page.name, resumed };
    this.#write(`retry: 1000\n${encodeWebEvent('hello', data, first)}`);
    for (const event of missed ?? []) this.#send(event);
    this.#unlisten = hub.on((event) => this.#send(event));
    // A comment keeps proxies from closing an idle connection.
    this.#heartbeat = setInterval(() => {
      if (!this.#isFull) this.#write(':\n\n');
    }, limits.heartbeatMs).unref();
    response.on('drain', () => this.#drained());
    response.on('error', () => undefined);
    response.once('close', () => this.#end());
  }

  close(): void {
    this.#end();
    this.#options.response.end();
    // A page that does not read must not keep the protocol from closing.
    this.#options.response.destroy();
  }

  #send(event: WebEvent): void {
    const { hub, page } = this.#options;
    const data = event.dataFor(page);
    if (data === undefined) return;
    if (this.#isFull) this.#dropped++;
    else this.#write(encodeWebEvent(event.name, data, hub.idOf(event.seq)));
  }

  get #isFull(): boolean {
    const { response, limits } = this.#options;
    return this.#dropped > 0 || response.writableLength > limits.unsentBytesMax;
  }

  #write(text: string): void {
    const { response, limits } = this.#options;
    if (response.write(text) || this.#stalled !== undefined) return;
    this.#stalled = setTimeout(() => response.destroy(), limits.stalledMs).unref();
  }

  #drained(): void {
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    if (this.#dropped === 0) return;
    const { hub } = this.#options;
    const data: WebEvents['lagged'] = { dropped: this.#dropped };
    this.#dropped = 0;
    this.#write(encodeWebEvent('lagged', data, hub.idOf(hub.seq)));
  }

  #end(): void {
    this.#unlisten();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#stalled);
  }
}
