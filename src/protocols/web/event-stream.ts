import type { ServerResponse } from 'node:http';
import type { WebLimits } from '../../contract/limits.ts';
import type { BrowserPage } from './connection.ts';
import type { EventHub, WebEvent } from './event-hub.ts';
import { commonHeaders } from './frame.ts';

export interface StreamOptions {
  readonly response: ServerResponse;
  readonly page: BrowserPage;
  readonly hub: EventHub;
  readonly limits: WebLimits;
  /** Further members of the first event. */
  readonly hello: Readonly<Record<string, unknown>>;
  /** The last event that the page has seen. */
  readonly lastId: string | undefined;
}

/**
 * What happens, told to one page. What does not fit, because the page reads too slowly, is counted
 * and left out; a page that reads nothing at all is let go.
 */
export class EventStream {
  readonly #options: StreamOptions;
  readonly #unlisten: () => void;
  readonly #pulse: NodeJS.Timeout;
  #dropped = 0;
  #stuck: NodeJS.Timeout | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    const { response, hub, limits, hello, page, lastId } = options;
    response.writeHead(200, {
      ...commonHeaders,
      'Content-Type': 'text/event-stream; charset=utf-8',
    });
    const missed = hub.since(lastId);
    const resumed = missed !== undefined;
    const first = resumed ? hub.seq - missed.length : hub.seq;
    this.#write(
      `retry: 1000\n${encode('hello', { ...hello, page: page.name, resumed }, hub.idOf(first))}`,
    );
    for (const event of missed ?? []) this.#tell(event);
    this.#unlisten = hub.on((event) => this.#tell(event));
    this.#pulse = setInterval(() => this.#beat(), limits.pulseMs).unref();
    response.on('drain', () => this.#flowsAgain());
    response.on('error', () => undefined);
    response.once('close', () => this.#end());
  }

  close(): void {
    this.#end();
    this.#options.response.end();
    // Whoever does not read must not keep the protocol from closing.
    this.#options.response.destroy();
  }

  #tell(event: WebEvent): void {
    const { hub, page } = this.#options;
    const data = event.tell(page);
    if (data === undefined) return;
    if (this.#isFull) this.#dropped++;
    else this.#write(encode(event.name, data, hub.idOf(event.seq)));
  }

  get #isFull(): boolean {
    const { response, limits } = this.#options;
    return this.#dropped > 0 || response.writableLength > limits.unsentBytesMax;
  }

  /** A comment keeps proxies and sleeping sockets awake. */
  #beat(): void {
    if (!this.#isFull) this.#write(':\n\n');
  }

  #write(text: string): void {
    const { response, limits } = this.#options;
    if (response.write(text) || this.#stuck !== undefined) return;
    this.#stuck = setTimeout(() => response.destroy(), limits.stuckMs).unref();
  }

  #flowsAgain(): void {
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    if (this.#dropped === 0) return;
    const { hub } = this.#options;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#write(encode('lagged', { dropped }, hub.idOf(hub.seq)));
  }

  #end(): void {
    this.#unlisten();
    clearInterval(this.#pulse);
    clearTimeout(this.#stuck);
  }
}

/** JSON has no line breaks of its own, so one line of data is enough. */
function encode(name: string, data: unknown, id: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
