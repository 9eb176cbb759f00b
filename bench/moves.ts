import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateNotes, writeVault } from './generate-vault.ts';
import { LineClient } from './line-client.ts';
import { compete, type Row, secondsOf } from './measure.ts';
import { findPeer } from './peers.ts';
import { scaled } from './scale.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const noteCount = scaled(10_000);
const backlinks = scaled(1000);
const places = ['Hub of it all.md', 'archive/Center of it all.md'] as const;

/** A move of a note that many others link to, durable here, beside the peer that can do it at all. */
export async function benchMoves(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-moves-'));
  try {
    return await besidePeer(base);
  } catch (thrown) {
    process.stderr.write(`Moves cannot be measured: ${String(thrown)}\n`);
    return [];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function besidePeer(base: string): Promise<Row[]> {
  const [own, foreign] = [makeVault(join(base, 'own')), makeVault(join(base, 'foreign'))];
  const peer = findPeer('obsidian-mcp', foreign);
  if (peer === undefined) return [];
  const command = [process.execPath, executable, 'mcp', own, '--attach', 'never'];
  const ours = new LineClient(command, join(base, 'own'));
  const theirs = new LineClient(peer.command, join(base, 'foreign'));
  try {
    await Promise.all([ours.initialize(), theirs.initialize()]);
    const row = await compete({
      what: `move with ${backlinks} backlinks in ${noteCount} notes, durable`,
      unit: 's',
      beside: peer.name,
      reach: { atMost: 0.2 },
      runs: 3,
      ours: movesOf(own, (path, newPath) => ours.call('obsidian_move_note', { path, newPath })),
      theirs: movesOf(foreign, (source, destination) =>
        theirs.call('obsidian_move_note', { vault: 'notes', source, destination }),
      ),
    });
    return [row];
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

/** Seconds of a move, to and fro in turns. */
function movesOf(vault: string, move: (from: string, to: string) => Promise<string>) {
  let at = 0;
  return async () => {
    const [from = '', to = ''] = at === 0 ? places : places.toReversed();
    at = 1 - at;
    const seconds = await secondsOf(() => move(from, to));
    requireLinks(vault, to);
    return seconds;
  };
}

function makeVault(folder: string): string {
  const vault = join(folder, 'vault');
  mkdirSync(join(vault, '.obsidian'), { recursive: true });
  writeFileSync(join(vault, '.obsidian/app.json'), '{}');
  let left = backlinks;
  const notes = [...generateNotes(noteCount)];
  writeVault(vault, notes);
  for (const { path } of notes) {
    if (left-- > 0)
      appendFileSync(join(vault, path), `See [[${places[0].slice(0, -3)}|the hub]].\n`);
  }
  writeFileSync(join(vault, places[0]), '# Hub\n');
  return vault;
}

/** A move that loses links is no move. */
function requireLinks(vault: string, to: string): void {
  const link = `${to.slice(to.lastIndexOf('/') + 1, -3)}|the hub]]`;
  const files = readdirSync(vault, { recursive: true, encoding: 'utf8' });
  const linking = files.filter(
    (file) => file.endsWith('.md') && readFileSync(join(vault, file), 'utf8').includes(link),
  );
  if (linking.length !== backlinks) {
    throw new Error(`${linking.length} links lead to ${to} in ${vault}`);
  }
}
