import { beginFindLines } from '../store/vault/find-lines.ts';
import type { EarlyLook } from './early-watch.ts';
import { findLargeVault } from './large-vault.ts';

/** The look begins at the latest so long after somebody has joined. By then the texts were wanted or not. */
const lookAfterMs = 150;

/**
 * Has another program look at a large vault, for somebody who waits for nothing but texts. Our own
 * look begins later. Undefined for what is small, new, or cannot be opened, and where there is no
 * such program. `isCurrent` says whether nothing was asked for since.
 */
export function glanceEarly(
  folder: string,
  stateDir: string,
  isCurrent: () => boolean,
): EarlyLook | undefined {
  const vault = findLargeVault(folder, stateDir);
  const finding = vault && beginFindLines(vault.root.real, vault.state);
  if (vault === undefined || finding === undefined) return undefined;
  let hasJoined = false;
  let end = () => {};
  const after = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    root: vault.root,
    handedOver: Promise.resolve(),
    glance: { found: finding.lines, isCurrent, after, end },
    join() {
      hasJoined = true;
      setTimeout(end, lookAfterMs).unref();
      return undefined;
    },
    release() {
      if (!hasJoined) finding.stop();
    },
  };
}
