import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateNotes, planted } from './generate-vault.ts';
import { LineClient } from './line-client.ts';
import { scaled } from './scale.ts';
import { generatedVault } from './vaults.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const noteCount = scaled(10_000);

/** A generated vault, and servers on it. */
export interface McpVault {
  readonly base: string;
  readonly root: string;
  /** A note that has the rare word. */
  readonly path: string;
  /** How many notes have a text, in any case. */
  count(text: string): number;
  /** Our server in a process of its own. */
  serve(): LineClient;
}

/** Runs something on a vault of our own, whose index has left a snapshot. */
export async function withMcpVault<Result>(
  run: (vault: McpVault) => Promise<Result>,
): Promise<Result> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-mcp-'));
  const root = generatedVault(noteCount);
  const notes = [...generateNotes(noteCount)];
  const has = (text: string) => {
    const wanted = text.toLowerCase();
    return notes.filter((note) => note.text.toLowerCase().includes(wanted));
  };
  const serve = () =>
    new LineClient([process.execPath, executable, 'mcp', root, '--attach', 'never'], base);
  try {
    const first = serve();
    await first.initialize();
    await searchText(first, planted.rare);
    await first.close();
    const [note] = has(planted.rare);
    return await run({
      base,
      root,
      path: note?.path ?? '',
      count: (text) => has(text).length,
      serve,
    });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

export function searchText(client: LineClient, query: string): Promise<string> {
  return client.call('obsidian_search_notes', { mode: 'text', query });
}
