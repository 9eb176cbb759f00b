import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PathPolicy } from '../../src/contract/callers.ts';
import type { WebLimits } from '../../src/contract/limits.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createEmitter } from '../../src/kit/emitter.ts';
import { silentLog } from '../../src/kit/log.ts';
import type { HealthMonitor, HealthSample } from '../../src/operations/daemon-facts.ts';
import { type Session, Sessions } from '../../src/operations/sessions.ts';
import { openWebProtocol, type WebProtocol } from '../../src/protocols/web/serve.ts';
import type { WebSettings } from '../../src/protocols/web/settings.ts';
import { until } from './until.ts';
import { caller, freshFolder, openTestVault, plant } from './vault.ts';

export interface WebHomeOptions {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** What the configuration lets the dashboard do. */
  readonly policy?: PathPolicy;
  readonly settings?: Partial<WebSettings>;
  readonly limits?: Partial<WebLimits>;
  /** Files of the built page. */
  readonly assets?: Readonly<Record<string, string | Buffer>>;
  /** The state folder of an earlier home. */
  readonly stateDir?: string;
}

/** One vault behind a web protocol of its own. */
export class WebHome {
  readonly root: string;
  readonly stateDir: string;
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly protocol: WebProtocol;
  readonly clock: { ms: number; now(): number };

  private constructor(
    parts: Pick<WebHome, 'root' | 'stateDir' | 'engine' | 'sessions' | 'protocol' | 'clock'>,
  ) {
    this.root = parts.root;
    this.stateDir = parts.stateDir;
    this.engine = parts.engine;
    this.sessions = parts.sessions;
    this.protocol = parts.protocol;
    this.clock = parts.clock;
  }

  static async open(options: WebHomeOptions = {}): Promise<WebHome> {
    const { files = { 'a.md': 'one\n' }, policy, assets = {} } = options;
    const stateDir = options.stateDir ?? freshFolder();
    const { root, engine } = await openTestVault(files, { live: true, name: 'V', stateDir });
    // Time passes as it does, and can be put forward.
    const clock = { ms: 0, now: () => Date.now() + clock.ms };
    const sessions = new Sessions({
      clock,
      log: silentLog,
      adjust: (who) =>
        policy === undefined || who.protocol !== 'web'
          ? who
          : { ...who, policy: { ...who.policy, within: { hidden: true, ...policy } } },
    });
    const folder = freshFolder();
    plant(folder, assets);
    const protocol = await openWebProtocol({
      host: { vaults: [engine], sessions, version: '1.2.3', clock, log: silentLog },
      health: quietHealth(),
      settings: { port: undefined, name: '127.0.0.1', extraHosts: [], ...options.settings },
      places: {
        stateFile: join(stateDir, 'web.json'),
        certificatesFile: join(stateDir, 'web-certificates.json'),
        assets: folder,
      },
      ...(options.limits && { limits: options.limits }),
    });
    onTestFinished(() => protocol.close());
    return new WebHome({ root, stateDir, engine, sessions, protocol, clock });
  }

  get port(): number {
    return Number(this.protocol.status?.().port);
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** A browser that has come by a link. */
  async enter(page = ''): Promise<WebClient> {
    const client = new WebClient(this.port);
    const link = new URL(this.protocol.newLink());
    const { status, headers } = await client.get(`${link.pathname}${link.search}`);
    if (status !== 303) throw new Error(`the link was refused with ${status}`);
    const cookie = headers['set-cookie']?.[0]?.split(';')[0];
    return new WebClient(this.port, {
      ...(cookie && { cookie }),
      origin: this.origin,
      'x-vaultd': '1',
      'content-type': 'application/json',
      ...(page && { 'x-vaultd-page': page }),
    });
  }

  anonymous(headers: OutgoingHttpHeaders = {}): WebClient {
    return new WebClient(this.port, headers);
  }

  /** A client of another protocol. */
  attach(client = 'agent', policy: PathPolicy = {}): Session {
    return this.sessions.open(this.engine, caller(policy, client));
  }
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
}

/** A browser that follows the link of a daemon. */
export async function follow(link: string): Promise<WebClient> {
  const url = new URL(link);
  const { headers } = await new WebClient(Number(url.port)).get(url.pathname + url.search);
  return new WebClient(Number(url.port), {
    cookie: headers['set-cookie']?.[0]?.split(';')[0],
    origin: url.origin,
    'x-vaultd': '1',
    'content-type': 'application/json',
  });
}

/** Sends any request, also one that no browser would. */
export class WebClient {
  readonly port: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(port: number, headers: OutgoingHttpHeaders = {}) {
    this.port = port;
    this.headers = headers;
  }

  /** The same client with some headers changed; undefined takes one away. */
  with(headers: OutgoingHttpHeaders): WebClient {
    return new WebClient(this.port, { ...this.headers, ...headers });
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answered> {
    return this.send('GET', path, undefined, headers);
  }

  async send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Answered> {
    const sent = this.start(method, path, headers);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const { statusCode: status = 0 } = response;
    return { status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  }

  /** A request whose body is still to be sent. */
  start(method: string, path: string, headers: OutgoingHttpHeaders = {}): ClientRequest {
    const all = Object.entries({ ...this.headers, ...headers }).filter(
      ([, value]) => value !== undefined,
    );
    return request({
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers: Object.fromEntries(all),
      agent: false,
    });
  }

  async post(
    path: string,
    body: unknown,
  ): Promise<{ status: number; json: Record<string, unknown> }> {
    const { status, text } = await this.send('POST', path, JSON.stringify(body));
    return { status, json: JSON.parse(text) };
  }

  /** The value of a call that is to succeed. */
  async call(operation: string, input: unknown = {}): Promise<Record<string, unknown>> {
    const { json } = await this.post('/api/call', { operation, input });
    if (json.ok !== true) throw new Error(`${operation} failed: ${JSON.stringify(json.error)}`);
    return { ...Object(json.value) };
  }

  async listen(page = '', lastId?: string): Promise<Listener> {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    const sent = this.start('GET', `/api/events?page=${page}`, {
      accept: 'text/event-stream',
      ...headers,
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
    const listener = new Listener(sent, response);
    onTestFinished(() => listener.close());
    return listener;
  }
}

export interface Heard {
  readonly event: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** A stream of events as it comes in. */
export class Listener {
  readonly response: IncomingMessage;
  readonly heard: Heard[] = [];
  isEnded = false;
  readonly #sent: ClientRequest;
  #rest = '';

  constructor(sent: ClientRequest, response: IncomingMessage) {
    this.#sent = sent;
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const parts = (this.#rest + chunk).split('\n\n');
      this.#rest = parts.pop() ?? '';
      this.heard.push(...parts.flatMap(toHeard));
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.isEnded = true;
    });
  }

  /** The first event of a kind that was not taken yet. */
  async next(
    event: string,
    fits: (data: Record<string, unknown>) => boolean = () => true,
  ): Promise<Heard> {
    let at = -1;
    await until(() => {
      at = this.heard.findIndex((each) => each.event === event && fits(each.data));
      return at !== -1;
    }, `the event ${event}`);
    const [found] = this.heard.splice(at, 1);
    if (found === undefined) throw new Error('it went away');
    return found;
  }

  async ended(): Promise<void> {
    await until(() => this.isEnded, 'the end of the stream');
  }

  close(): void {
    this.#sent.destroy();
  }
}

function toHeard(block: string): Heard[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const [event, data] = [fields.get('event'), fields.get('data')];
  return event === undefined || data === undefined
    ? []
    : [{ event, id: fields.get('id') ?? '', data: JSON.parse(data) }];
}

function quietHealth(): HealthMonitor {
  const events = createEmitter<HealthSample>(() => undefined);
  return { everyMs: 5000, samples: () => [], events };
}
