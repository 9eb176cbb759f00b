import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scanNote } from './scan.ts';

const folder = fileURLToPath(new URL('../../../../../shared/vaults', import.meta.url));
const vaults = existsSync(folder) ? readdirSync(folder) : [];
if (vaults.length === 0) console.log('No vaults beside the project: they are not scanned.');

// Without any, this one is reported as skipped; a file without tests would fail.
test.skipIf(vaults.length === 0)('vaults are beside the project', () =>
  expect(vaults).not.toEqual([]),
);

test.each(vaults)('the scanner finds no problem in %s that is not there', (vault) => {
  const names = readdirSync(join(folder, vault), { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.md'))) {
    const text = readFileSync(join(folder, vault, name), 'utf8');
    const { problems, frontmatter } = scanNote(text);
    if (problems.length === 0) continue;
    const source = text.slice(frontmatter?.yamlStart ?? 0, frontmatter?.yamlEnd ?? 0);
    expect(isMapping(source), name).toBe(false);
  }
});

function isMapping(source: string): boolean {
  try {
    const value: unknown = parse(source, { logLevel: 'silent' }) ?? {};
    return typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}
