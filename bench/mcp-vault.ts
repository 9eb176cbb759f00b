import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LineClient } from './line-client.ts';
import type { Row } from './measure.ts';
import { Questions } from './questions.ts';
import { scaled } from './scale.ts';
import { noteVaults } from './vaults.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const noteCount = scaled(10_000);

/** A vault, questions about it that were never asked, and servers on it. */
export interface McpVault {
  readonly name: string;
  readonly base: string;
  readonly root: string;
  readonly questions: Questions;
  /** Our server in a process of its own. */
  serve(): LineClient;
}

/** Runs something on each vault, where our index has left a snapshot. */
export async function onMcpVaults(measure: (vault: McpVault) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, root } of noteVaults(noteCount)) {
    const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-mcp-'));
    const questions = new Questions(root);
    const serve = () =>
      new LineClient([process.execPath, executable, 'mcp', root, '--attach', 'never'], base);
    try {
      const first = serve();
      await first.initialize();
      await searchText(first, questions.rare());
      await first.close();
      rows.push(...(await measure({ name, base, root, questions, serve })));
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
  return rows;
}

export function searchText(client: LineClient, query: string): Promise<string> {
  return client.call('obsidian_search_notes', { mode: 'text', query });
}
