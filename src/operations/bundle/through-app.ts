import { setTimeout as after } from 'node:timers/promises';
import { hostLimits } from '../../contract/bundle-limits.ts';
import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { Call } from '../operation.ts';

/** Has the app do something and checks the disk: what is there counts, not what the app says. */
export async function throughApp(act: () => Promise<void>, isDone: () => boolean): Promise<void> {
  let failure: unknown;
  try {
    await act();
  } catch (thrown) {
    failure = thrown;
  }
  if (isDone()) return;
  if (failure !== undefined) throw failure;
  await after(hostLimits.settleMs);
  if (!isDone()) throw notConfirmed();
}

export function isFile({ vault }: Call, path: VaultPath): boolean {
  return vault.stat(path)?.type === 'file';
}

function notConfirmed(): VaultError {
  return new VaultError('unavailable', 'Obsidian says that it is done, but nothing has changed.', {
    reason: 'cli-no-confirmation',
    hint: 'Check in Obsidian what has become of the note.',
  });
}
