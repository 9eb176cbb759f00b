import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { executable } from './child.ts';
import { notes } from './notes.ts';
import { type Files, VaultFolder } from './vault-folder.ts';

/** The vault that the numbered cases start from. */
export const fixture: Files = {
  'N.md': notes.properties,
  'Projects/Plan.md': notes.plan,
  'Projects/Deep/Er/z.md': 'zed\n',
  'README.md': 'abc',
  'dup.md': notes.twins,
  'rep.md': notes.repeats,
  'sec.md': notes.sections,
  'blk.md': notes.blocks,
  'fm.md': notes.quoted,
  'tag.md': notes.tagged,
  'crlf.md': notes.crlf,
  'pic.png': '\u0000',
};

export interface McpOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly client?: ClientOptions;
  readonly prepare?: (client: Client) => void;
}

/** Only what the REST-based server has, as it has it. */
export const strictly: McpOptions = { args: ['--strict'] };

export const P = (path: string) => ({ type: 'path', path }) as const;
export const H = (target: string) => ({ type: 'heading', target }) as const;
export const B = (target: string) => ({ type: 'block', target }) as const;
export const K = (target: string) => ({ type: 'frontmatter', target }) as const;

type Arguments = Record<string, unknown>;
export type Data = Record<string, unknown>;

/** A vault in a folder of its own, served to a real client by a process of its own. */
export class McpHome extends VaultFolder {
  readonly client: Client;

  private constructor(options: McpOptions) {
    super();
    this.client = new Client({ name: 'test', version: '1' }, options.client);
  }

  static async open(options: McpOptions = {}): Promise<McpHome> {
    const home = new McpHome(options);
    home.reset();
    options.prepare?.(home.client);
    await home.client.connect(home.transport(options));
    return home;
  }

  /** A home for one test with other options. */
  static async use<Result>(
    options: McpOptions,
    run: (home: McpHome) => Promise<Result>,
  ): Promise<Result> {
    const home = await McpHome.open(options);
    try {
      return await run(home);
    } finally {
      await home.close();
    }
  }

  transport({ env = {}, args = [] }: McpOptions): StdioClientTransport {
    return new StdioClientTransport({
      command: process.execPath,
      args: [executable, 'mcp', this.root, ...args],
      env: { ...this.env, ...env },
      stderr: 'inherit',
    });
  }

  override reset(files: Files = fixture): void {
    super.reset(files);
  }

  call(name: string, args: Arguments = {}) {
    return this.client.callTool({ name: `obsidian_${name}`, arguments: args });
  }

  /** Calls a tool that succeeds, and gives what it returned. */
  async ok(name: string, args: Arguments = {}): Promise<Data> {
    const result = await this.call(name, args);
    expect(result.content, JSON.stringify(result.content)).toBeDefined();
    expect(result.isError ?? false, JSON.stringify(result.structuredContent)).toBe(false);
    return toData(result.structuredContent);
  }

  /** The same for tools that wrap what they return. */
  async result(name: string, args: Arguments = {}): Promise<Data> {
    return toData((await this.ok(name, args)).result);
  }

  /** What the tool says to people. */
  async says(name: string, args: Arguments = {}): Promise<string[]> {
    const { content } = await this.call(name, args);
    return content.map((block) => (block.type === 'text' ? block.text : ''));
  }

  /** Calls a tool that fails for this reason, and gives the error's data with code and message. */
  async fails(name: string, args: Arguments, reason: string, code?: number): Promise<Data> {
    const result = await this.call(name, args);
    expect(result.isError, JSON.stringify(result.structuredContent)).toBe(true);
    const error = toData(toData(result.structuredContent).error);
    const data = toData(error.data);
    expect(data.reason).toBe(reason);
    if (code !== undefined) expect(error.code).toBe(code);
    return { ...data, code: error.code, message: error.message };
  }

  async close(): Promise<void> {
    await this.client.close();
    this.removeFolder();
  }
}

export function toData(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
