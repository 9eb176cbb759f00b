import picomatch from 'picomatch';
import type { VaultPath } from '../../../contract/paths.ts';

/** True for what all machines share. The rest stays on the machine that has it. */
export type IsShared = (path: VaultPath) => boolean;

/** Hidden names that are shared all the same, at the top of the vault. */
const sharedHidden: ReadonlySet<string> = new Set(['.obsidian', '.trash', '.vaultdignore']);
/** Folders of tools, which are never watched. */
const toolFolders: ReadonlySet<string> = new Set(['__pycache__', 'node_modules']);
/** Which panes are open, and what was opened last, differs from screen to screen. */
const deviceFiles = /^\.obsidian\/workspace[^/]*\.json$/;

/**
 * Names that begin with a dot stay local (repositories, caches, helpers of editors and systems), but
 * for the app's own folder and the trash; so do its files about open panes, and what the patterns
 * of the configuration name.
 */
export function createSharedPaths(local: readonly string[] = []): IsShared {
  const isLocal = local.length === 0 ? () => false : picomatch([...local], { dot: true });
  return (path) => {
    const names = path.split('/');
    const isPrivate = names.some(
      (name, depth) =>
        toolFolders.has(name) || (name.startsWith('.') && !isSharedHidden(names, depth)),
    );
    return !isPrivate && !deviceFiles.test(path) && !isLocal(path);
  };
}

/** What is deleted from the trash goes to a trash in the trash. */
function isSharedHidden(names: readonly string[], depth: number): boolean {
  const name = names[depth] ?? '';
  return depth === 0 ? sharedHidden.has(name) : name === '.trash' && names[0] === '.trash';
}
