import { onTestFinished } from 'vitest';
import { type Caller, ownerGrants, type PathPolicy } from '../../src/contract/callers.ts';
import { type Engine, type EngineOptions, openEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { silentLog } from '../../src/kit/log.ts';
import { type Session, Sessions } from '../../src/operations/sessions.ts';
import { freshFolder, plant } from './folder.ts';

export { freshFolder, harvest, plant } from './folder.ts';

export function caller(policy: PathPolicy = { hidden: true }, client = 'test'): Caller {
  return { protocol: 'local', client, grants: ownerGrants, policy };
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
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const session = sessions.open(engine, caller(policy));
  onTestFinished(() => session.close());
  return session;
}
