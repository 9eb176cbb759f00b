import {
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
import { type Caller, ownerGrants, type PathPolicy } from '../../src/contract/callers.ts';
import { type Engine, type EngineOptions, openEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { silentLog } from '../../src/kit/log.ts';
import { createSessions, type Session } from '../../src/operations/sessions.ts';

/** A fresh folder that is gone after the test. */
export function freshFolder(name = 'vaultd-test-'): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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

export function caller(policy: PathPolicy = { hidden: true }, client = 'test'): Caller {
  return { door: 'local', client, grants: ownerGrants, policy };
}

export interface TestVault {
  readonly root: string;
  readonly stateDir: string;
  readonly engine: Engine;
}

/** An engine on a fresh vault. */
export async function openTestVault(
  files: Readonly<Record<string, string | Buffer | null>> = {},
  options: Partial<EngineOptions> = {},
): Promise<TestVault> {
  const root = options.root ?? freshFolder();
  const stateDir = options.stateDir ?? freshFolder();
  plant(root, files);
  const engine = await openEngine({ durability: 'rename', ...options, root, stateDir });
  onTestFinished(() => engine.close());
  return { root, stateDir, engine };
}

/** A session on the vault, the only one there is. */
export function openTestSession(
  { engine }: Pick<TestVault, 'engine'>,
  policy?: PathPolicy,
): Session {
  const sessions = createSessions({ clock: systemClock, log: silentLog });
  const session = sessions.open(engine, caller(policy));
  onTestFinished(() => session.close());
  return session;
}
