import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RemoteClient, RemoteError } from '../src/protocols/remote/client/index.ts';
import { atProtocol } from './remote-protocol.ts';
import type { FaultReport } from './support.ts';
import { startSwapping } from './swap.ts';

const inside = 'inside';
const outside = 'from outside';
const path = 'folder/note.md';

/** Says whether an answer shows something of the outside. */
type Ask = (client: RemoteClient) => Promise<boolean>;

const asks: readonly Ask[] = [
  async (client) => (await client.call('fs.readText', { path })).content === outside,
  async (client) => isOutside((await client.call('fs.readBinary', { path })).contentBase64),
  async (client) => {
    const part = await client.call('fs.readBinaryRange', { path, offset: 0, length: 99 });
    return isOutside(part.contentBase64);
  },
  async (client) => (await client.call('fs.stat', { path }))?.size === outside.length,
  async (client) => (await client.call('fs.exists', { path: 'folder/secret.md' })).exists,
  async (client) => {
    const { entries } = await client.call('fs.list', { path: 'folder' });
    return entries.some(({ name }) => name === 'secret.md');
  },
  async (client) => {
    const { entries } = await client.call('fs.walk', { path: '', recursive: true });
    return entries.some((entry) => entry.path.endsWith('secret.md'));
  },
  async (client) => {
    const { files } = await client.call('fs.readMany', { paths: [path], as: 'text' });
    return files.some((file) => 'content' in file && file.content === outside);
  },
  async (client) => {
    await client.call('fs.copy', { srcPath: path, destPath: 'copy.md' });
    return (await client.call('fs.readText', { path: 'copy.md' })).content === outside;
  },
  async (client) => {
    await client.call('fs.write', { path: 'folder/written.md', content: 'w' });
    return false;
  },
];

/** A folder is swapped for a link to the outside and back, all the time, while clients use it. */
export async function remoteSwap({ calls }: { calls: number }): Promise<FaultReport> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'vaultd-outside-'));
  const there = ['note.md', 'secret.md'];
  for (const name of there) writeFileSync(join(elsewhere, name), outside);
  try {
    return await atProtocol(async ({ root, client }) => {
      mkdirSync(join(root, 'folder'));
      writeFileSync(join(root, path), inside);
      symlinkSync(elsewhere, join(root, 'link'));
      const child = startSwapping(root);
      const counts = { answered: 0, refused: 0 };
      let leaks = 0;
      let left = calls;
      const work = async () => {
        const own = await client();
        while (left-- > 0) {
          try {
            if (await asks[left % asks.length]?.(own)) leaks++;
            counts.answered++;
          } catch (thrown) {
            if (!(thrown instanceof RemoteError)) throw thrown;
            counts.refused++;
          }
        }
        own.close();
      };
      await Promise.all(Array.from({ length: 8 }, work));
      child.kill('SIGKILL');
      const losses = { leaks, 'writes outside': readdirSync(elsewhere).length - there.length };
      return { name: 'a folder swapped under the remote protocol', rounds: calls, losses, counts };
    });
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

function isOutside(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString() === outside;
}
