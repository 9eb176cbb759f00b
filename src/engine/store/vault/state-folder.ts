import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '../../../contract/errors.ts';

/** The folder of a vault's history, snapshot and caches. Only its owner may read it. */
export function makeStateFolder(stateDir: string, id: string): string {
  const folder = join(stateDir, id);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (thrown) {
    throw new VaultError('unavailable', 'The folder for history and caches cannot be made.', {
      hint: 'Choose a state folder in the settings that you may write to.',
      cause: thrown,
    });
  }
  return folder;
}
