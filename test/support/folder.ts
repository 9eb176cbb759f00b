import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder that is gone after the test, and with it whatever the test puts beside it. */
export function freshFolder(): string {
  const base = mkdtempSync(join(tmpdir(), 't-'));
  chmodSync(base, 0o711);
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'v');
  mkdirSync(folder);
  return folder;
}

/** Writes files by path; a value of null makes a folder. */
export function plant(root: string, files: Readonly<Record<string, string | Buffer | null>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(content === null ? file : dirname(file), { recursive: true });
    if (content !== null) writeFileSync(file, content);
  }
}

/** Every file below a folder with its text; empty folders as null, links as `→ target`. */
export function harvest(root: string, at = ''): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isSymbolicLink()) found[path] = `→ ${readlinkSync(join(root, path))}`;
    else if (entry.isDirectory()) {
      const below = harvest(root, path);
      Object.assign(found, Object.keys(below).length === 0 ? { [path]: null } : below);
    } else found[path] = entry.isFile() ? readFileSync(join(root, path), 'utf8') : '?';
  }
  return found;
}
