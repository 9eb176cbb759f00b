import { randomBytes } from 'node:crypto';
import { connect as connectTcp, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { until } from './until.ts';

export interface Address {
  readonly port: number;
  readonly token: string;
}

export type Json = Record<string, unknown>;

export interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client of the IDE protocol, on a real WebSocket, that behaves as Claude Code does. */
export class IdeClient {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly messages: Json[] = [];
  closeCode: number | undefined;
  root: string | undefined;
  #ids = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#take(JSON.parse(data.toString())));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  /** Opens the socket, nothing more. */
  static async open({ port, token }: Address): Promise<IdeClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, 'mcp', {
      headers: {
        'User-Agent': 'claude-code/2.1.325 (cli)',
        'X-Claude-Code-Ide-Authorization': token,
      },
    });
    const client = new IdeClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  /** Opens the socket and says what the real client says first. */
  static async enter(address: Address, root?: string): Promise<IdeClient> {
    const client = await IdeClient.open(address);
    client.root = root;
    await client.handshake();
    return client;
  }

  async handshake(): Promise<Json> {
    const result = await this.result('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { roots: { listChanged: true }, elicitation: {} },
      clientInfo: { name: 'claude-code', title: 'Claude Code', version: '2.1.325' },
    });
    this.notify('notifications/initialized');
    this.notify('ide_connected', { pid: process.pid });
    await this.result('tools/list');
    await this.result('prompts/list');
    await this.result('resources/list');
    return result;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  notify(method: string, params?: unknown): void {
    this.send({ method, ...(params !== undefined && { params }), jsonrpc: '2.0' });
  }

  /** The id of a request whose answer is waited for elsewhere. */
  ask(method: string, params?: unknown): number {
    const id = this.#ids++;
    this.send({ method, ...(params !== undefined && { params }), jsonrpc: '2.0', id });
    return id;
  }

  async request(method: string, params?: unknown): Promise<Answer> {
    return this.answer(this.ask(method, params));
  }

  async answer(id: unknown): Promise<Answer> {
    const find = () => this.messages.find((each) => each.id === id && !('method' in each));
    await until(() => find() !== undefined || this.closeCode !== undefined, `answer ${id}`);
    return find() ?? {};
  }

  async result(method: string, params?: unknown): Promise<Json> {
    const { result, error } = await this.request(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    return { ...(result as Json) };
  }

  /** What a tool says: its texts. */
  async tool(name: string, args?: unknown): Promise<string[]> {
    const result = await this.result('tools/call', {
      name,
      ...(args !== undefined && { arguments: args }),
      _meta: { progressToken: this.#ids },
    });
    return (result.content as { text: string }[]).map(({ text }) => text);
  }

  async toolJson(name: string, args?: unknown): Promise<Json> {
    const [text = ''] = await this.tool(name, args);
    return JSON.parse(text);
  }

  /** Notifications of a kind that have come so far. */
  heard(method: string): Json[] {
    return this.messages
      .filter((each) => each.method === method)
      .map((each) => each.params as Json);
  }

  async hears(method: string, count = 1): Promise<Json> {
    await until(() => this.heard(method).length >= count, `${count} ${method}`);
    return this.heard(method)[count - 1] ?? {};
  }

  async closed(): Promise<number> {
    await until(() => this.closeCode !== undefined, 'the socket to close');
    return this.closeCode ?? 0;
  }

  close(): void {
    this.socket.close();
  }

  #take(message: Json): void {
    this.messages.push(message);
    if (message.method !== 'roots/list') return;
    const roots = this.root === undefined ? [] : [{ uri: `file://${this.root}` }];
    this.send({ jsonrpc: '2.0', id: message.id, result: { roots } });
  }
}

/** Bytes and nothing else: for requests and frames that no library would send. */
export class RawSocket {
  readonly socket: Socket;
  received = Buffer.alloc(0);
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
    });
    socket.on('close', () => {
      this.isClosed = true;
    });
    socket.on('error', () => undefined);
  }

  static async connect(port: number): Promise<RawSocket> {
    const socket = connectTcp(port, '127.0.0.1');
    const raw = new RawSocket(socket);
    await until(() => !socket.connecting, 'the connection');
    return raw;
  }

  write(data: string | Buffer): void {
    this.socket.write(data);
  }

  get text(): string {
    return this.received.toString('latin1');
  }

  async closed(): Promise<string> {
    await until(() => this.isClosed, 'the socket to close');
    return this.text;
  }

  /** The head of the answer. */
  async head(): Promise<string> {
    await until(() => this.isClosed || this.text.includes('\r\n\r\n'), 'an answer');
    return this.text;
  }

  /** The code of the close frame that comes. */
  async closeFrame(): Promise<number> {
    const body = () => this.received.subarray(this.received.indexOf('\r\n\r\n') + 4);
    const at = () => body().indexOf(0x88);
    await until(() => at() !== -1 && body().length >= at() + 4, 'a close frame');
    return body().readUInt16BE(at() + 2);
  }
}

type HeaderList = readonly (readonly [string, string])[];

/** The request of the real client; headers can be replaced, left out (undefined) or added. */
export function upgradeRequest(
  { port, token }: Address,
  change: Readonly<Record<string, string | undefined>> = {},
  line = 'GET / HTTP/1.1',
  more: HeaderList = [],
): string {
  const headers: Record<string, string | undefined> = {
    Host: `127.0.0.1:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
    'Sec-WebSocket-Protocol': 'mcp',
    'User-Agent': 'claude-code/2.1.325 (cli)',
    'X-Claude-Code-Ide-Authorization': token,
    ...change,
  };
  const lines = [...Object.entries(headers), ...more]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line}\r\n${lines.join('')}\r\n`;
}

/** What the protocol answers to a request, to its end or to its head when it lets us in. */
export async function knock(port: number, request: string): Promise<string> {
  const raw = await RawSocket.connect(port);
  raw.write(request);
  const head = await raw.head();
  const answer = head.startsWith('HTTP/1.1 101') ? head : await raw.closed();
  raw.socket.destroy();
  return answer;
}

export interface FrameOptions {
  readonly opcode?: number;
  readonly fin?: boolean;
  readonly reserved?: number;
  readonly masked?: boolean;
  /** Says another length than it has. */
  readonly length?: number;
}

export function toFrame(
  payload: string | Buffer,
  { opcode = 1, fin = true, reserved = 0, masked = true, length }: FrameOptions = {},
): Buffer {
  const body = Buffer.from(payload);
  const said = length ?? body.length;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = masked ? 0x80 : 0;
  if (said < 126) head.push(mask | said);
  else if (said < 65_536) head.push(mask | 126, said >> 8, said & 255);
  else {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(said));
    head.push(mask | 127, ...size);
  }
  const key = randomBytes(4);
  const sent = masked ? body.map((byte, i) => byte ^ (key[i % 4] ?? 0)) : body;
  return Buffer.concat([Buffer.from(head), ...(masked ? [key] : []), sent]);
}
