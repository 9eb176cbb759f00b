import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../src/protocols/local/client/client.ts';
import { connect } from '../../src/protocols/local/client/connect.ts';
import { until } from './until.ts';

interface Wanted {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The companion plugin as the daemon sees it: what it reports, what it is asked, what it answers. */
export class TestCompanion {
  /** Every event that came, in order. */
  readonly heard: Wanted[] = [];
  /** Text that is only in its buffers, by note. */
  readonly unsaved = new Map<string, string>();
  /** Whether it saves when it is asked to. */
  saves = true;
  readonly #client: Client;
  readonly #root: string;

  private constructor(client: Client, root: string) {
    this.#client = client;
    this.#root = root;
  }

  static async attach(socket: string, root: string): Promise<TestCompanion> {
    const client = await connect({ socket });
    const companion = new TestCompanion(client, root);
    await client.call('Identify', { name: 'obsidian', version: '1.13.1' });
    const wanted = await client.subscribe({ topics: ['editors', 'activity', 'diffs'] });
    void (async () => {
      for await (const { type, data } of wanted)
        await companion.#take({ type, data: Object(data) });
    })();
    await companion.report();
    return companion;
  }

  call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.#client.call(method, params);
  }

  /** A person types into a note. */
  async type(path: string, text: string): Promise<void> {
    this.unsaved.set(path, text);
    await this.report();
  }

  async report(): Promise<void> {
    const open = [...this.unsaved.keys()];
    await this.call('SetEditorState', { open, dirty: open, kind: 'plugin' });
  }

  /** The first event of this type that no test has taken. */
  async next(type: string): Promise<Wanted['data']> {
    const find = () => this.heard.findIndex((each) => each.type === type);
    await until(() => find() !== -1, type);
    return this.heard.splice(find(), 1)[0]?.data ?? {};
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #take(wanted: Wanted): Promise<void> {
    this.heard.push(wanted);
    const path = String(wanted.data.path);
    const text = this.unsaved.get(path);
    if (wanted.type !== 'SaveWanted' || text === undefined || !this.saves) return;
    writeFileSync(join(this.#root, path), text);
    this.unsaved.delete(path);
    await this.report();
  }
}
