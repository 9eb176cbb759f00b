import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { caller, harvest, openTestVault } from '../../../../test/support/vault.ts';
import type { PathPolicy } from '../../../contract/callers.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';

const tree = {
  'open/a.md': 'OPEN-A',
  'open/sub/b.md': 'OPEN-B',
  'closed/c.md': 'SECRET-C',
  'closed/deep/d.md': 'SECRET-D',
  'secret.md': 'SECRET-S',
  '.hidden/h.md': 'SECRET-H',
};
const paths = [
  ...Object.keys(tree),
  '',
  'open',
  'closed',
  'closed/deep',
  '.hidden',
  'open/link',
  'open/link/c.md',
  'open/l.md',
  'open/new.md',
];
const policies: readonly PathPolicy[] = [
  { read: ['open'] },
  { read: ['open'], write: ['open/sub'] },
  { read: ['open/sub'] },
  { deny: ['closed', 'secret.md'] },
  { read: ['open'], readOnly: true },
];

/** The tree with two links in an open place that lead to closed ones. */
async function openWithLinks() {
  const opened = await openTestVault(tree);
  symlinkSync('../closed', join(opened.root, 'open/link'));
  symlinkSync('../secret.md', join(opened.root, 'open/l.md'));
  return opened;
}

/** What was copied or moved out of closed places could be read in open ones. */
function expectNoneInside(after: Readonly<Record<string, string | null>>): void {
  for (const [path, content] of Object.entries(after)) {
    if (path.startsWith('open/')) expect(String(content)).not.toContain('SECRET');
  }
}

test.each(policies)('%o: a link is no way to copy what is closed', async (policy) => {
  const { engine, root } = await openWithLinks();
  const { vault } = engine.as(caller(policy));
  for (const link of ['open/link/c.md', 'open/link/deep/d.md', 'open/l.md']) {
    for (const to of ['open/new.md', 'open/sub/new.md', 'open/a.md']) {
      await expect(vault.copy(p(link), p(to))).rejects.toSatisfy(isVaultError);
    }
  }
  expectNoneInside(harvest(root));
});

test('nothing outside the policy appears in any result, and nothing outside it changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...policies),
      fc.array(
        fc.tuple(fc.nat({ max: 11 }), fc.constantFrom(...paths), fc.constantFrom(...paths)),
        {
          minLength: 5,
          maxLength: 15,
        },
      ),
      async (policy, calls) => {
        const { engine, root } = await openWithLinks();
        await engine.as(caller()).vault.write(p('secret.md'), Buffer.from('SECRET-S2'));
        const { vault, notes, history } = engine.as(caller(policy));
        const seen: unknown[] = [];
        for (const [kind, one, two] of calls) {
          const [path, other] = [p(one), p(two)];
          try {
            if (kind === 0) seen.push(vault.stat(path) && one);
            else if (kind === 1) seen.push(vault.list(path).map(({ name }) => name));
            else if (kind === 2)
              seen.push([...vault.walk(path, { recursive: true })].map((e) => e.path));
            else if (kind === 3) seen.push(vault.readNow(path).bytes.toString());
            else if (kind === 4) seen.push((await notes.read(path)).text);
            else if (kind === 5) seen.push((await vault.readPart(path, 0, 99)).bytes.toString());
            else if (kind === 6) await vault.copy(path, other);
            else if (kind === 7) await vault.rename(path, other);
            else if (kind === 8) seen.push(history.log().map(({ why, ops }) => [why, ops]));
            else if (kind === 9) await vault.trash(path);
            else if (kind === 10) await vault.removeFolder(path, { recursive: true });
            else await vault.write(path, Buffer.from('x'));
          } catch (thrown) {
            if (!isVaultError(thrown)) throw thrown;
          }
        }
        const text = JSON.stringify(seen, (_key, value) => (typeof value === 'bigint' ? 0 : value));
        for (const word of ['SECRET', 'secret.md', 'closed/', '.hidden']) {
          expect(text.replaceAll('open/link', '')).not.toContain(word);
        }
        const after = harvest(root);
        expectNoneInside(after);
        for (const [path, content] of Object.entries(tree)) {
          const [top = ''] = path.split('/');
          if (top !== 'open')
            expect(after[path]).toBe(path === 'secret.md' ? 'SECRET-S2' : content);
        }
      },
    ),
    { numRuns: 150 },
  );
});
