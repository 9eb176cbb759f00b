import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RestLimits } from '../../src/contract/rest-limits.ts';
import type { Engine, EngineOptions } from '../../src/engine/engine.ts';
import { silentLog } from '../../src/kit/log.ts';
import { Sessions } from '../../src/operations/sessions.ts';
import { type KeyRecord, toKeyDigest, toStoredKey } from '../../src/protocols/rest/keys.ts';
import { openRestProtocol, type RestProtocol } from '../../src/protocols/rest/serve.ts';
import type { RestSettings } from '../../src/protocols/rest/settings.ts';
import { freshFolder, openTestVault } from './vault.ts';

/** The notes of the cases in the specification. */
export const noteA =
  '---\ntitle: Alpha # c\nstatus: open\ntags: [work, work/deep]\ncount: 3\n---\n\n# One\n\nbody of one\n\n## Sub\n\nsub body\n\npara with id ^p1\n\n# Two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n^t1\n';

export const restVault: Readonly<Record<string, string | Buffer | null>> = {
  'a.md': noteA,
  'Projects/b.md': 'plain\n',
  'Projects/Deep/c, d.md': 'deep\n',
  'my folder/b c.md': 'blank name\n',
  'Äpfel.md': 'umlaut ä\n',
  'nonl.md': 'no newline',
  'odd.md': '# A::B\n\nbody\n\n# TODO/DONE\n\nx\n',
  'broken.md': '---\na: [1\nb: "x\n---\n\ntext\n',
  'dup.md': '# L\n\none\n\n# L\n\ntwo\n',
  'pic.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
  'board.canvas': '{"nodes":[],  "edges":[]}\n',
  noext: 'nomd',
  '.hidden.md': 'hidden\n',
  '.obsidian/app.json': '{}',
  Empty: null,
  heading: null,
};

/** The secret of the key with this name. */
export function secretOf(name: string): string {
  return toKeyDigest(`key ${name}`);
}

/** A key of the first vault, with all rights unless said. */
export function keyNamed(name: string, rights: Partial<KeyRecord> = {}) {
  return toStoredKey({
    name,
    vault: 'V',
    read_only: false,
    commands: false,
    generation: 5,
    ...rights,
    digest: toKeyDigest(secretOf(name)),
  });
}

export interface RestHomeOptions {
  readonly files?: Readonly<Record<string, string | Buffer | null>>;
  /** Of a second vault, called W. */
  readonly others?: Readonly<Record<string, string>>;
  readonly keys?: RestSettings['keys'];
  readonly settings?: Partial<RestSettings>;
  readonly limits?: Partial<RestLimits>;
  readonly engine?: Partial<EngineOptions>;
  /** How far the clock is from ours when it opens. */
  readonly clockMs?: number;
}

/** Vaults behind a REST protocol of their own. */
export class RestHome {
  readonly root: string;
  readonly stateDir: string;
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly protocol: RestProtocol;
  readonly clock: { ms: number; now(): number };

  private constructor(
    parts: Pick<RestHome, 'root' | 'stateDir' | 'engine' | 'sessions' | 'protocol' | 'clock'>,
  ) {
    this.root = parts.root;
    this.stateDir = parts.stateDir;
    this.engine = parts.engine;
    this.sessions = parts.sessions;
    this.protocol = parts.protocol;
    this.clock = parts.clock;
  }

  static async open(options: RestHomeOptions = {}): Promise<RestHome> {
    const { files = restVault, keys = [keyNamed('k')], clockMs = 0 } = options;
    const live = { live: true, ...options.engine };
    const stateDir = freshFolder();
    const { root, engine } = await openTestVault(files, { ...live, name: 'V', stateDir });
    const others = options.others && (await openTestVault(options.others, { ...live, name: 'W' }));
    // Time passes as it does, and can be put forward.
    const clock = { ms: clockMs, now: () => Date.now() + clock.ms };
    const sessions = new Sessions({ clock, log: silentLog });
    const vaults = [engine, ...(others === undefined ? [] : [others.engine])];
    const protocol = await openRestProtocol({
      host: { vaults, sessions, version: '1.2.3', clock, log: silentLog },
      settings: { ...quietSettings, keys, ...options.settings },
      places: {
        keysFile: join(stateDir, 'rest/keys.json'),
        certificatesFile: join(stateDir, 'rest/certificates.json'),
        configFolder: '.obsidian',
      },
      ...(options.limits && { limits: options.limits }),
    });
    onTestFinished(() => protocol.close());
    return new RestHome({ root, stateDir, engine, sessions, protocol, clock });
  }

  get ports(): { https: number; http: number } {
    const [https = 0, http = 0] = Object(this.protocol.status?.()).ports;
    return { https, http };
  }

  /** A client with the key of this name; `null` for none. */
  client(key: string | null = 'k', headers: OutgoingHttpHeaders = {}): RestClient {
    const secret = key === null ? {} : { authorization: `Bearer ${secretOf(key)}` };
    return new RestClient(this.ports.http, { ...secret, ...headers });
  }
}

const quietSettings: RestSettings = {
  host: '127.0.0.1',
  httpsPort: 0,
  httpPort: 0,
  keyHeader: 'authorization',
  origins: [],
  extraHosts: [],
  certificateNames: [],
  bodyBytesMax: 64 * 2 ** 20,
  generation: 5,
  keys: [],
};

export interface RestAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Record<string, unknown>;
}

/** Sends any request, over TLS when it is given what to trust. */
export class RestClient {
  readonly port: number;
  readonly headers: OutgoingHttpHeaders;
  readonly #tls: { readonly ca?: string; readonly rejectUnauthorized?: boolean } | undefined;

  constructor(port: number, headers: OutgoingHttpHeaders = {}, tls?: { ca?: string }) {
    this.port = port;
    this.headers = headers;
    this.#tls = tls;
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<RestAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  async send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<RestAnswer> {
    const options = {
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers: { ...this.headers, ...headers },
      agent: false as const,
      ...this.#tls,
    };
    const sent = this.#tls === undefined ? request(options) : requestTls(options);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString('utf8');
    const { statusCode: status = 0 } = response;
    return { status, headers: response.headers, bytes, text, json: tryJson(text) };
  }
}

/** `200`, or `404/40400` where the body has an error. */
export function outcomeOf({ status, json }: RestAnswer): string {
  return json?.errorCode === undefined ? String(status) : `${status}/${json.errorCode}`;
}

function tryJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
