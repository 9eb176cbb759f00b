/**
 * Folders that other tools fill with thousands of files that are no notes. Watching them would use
 * up the system's watches, so the tree has each as one entry; their contents are read from disk.
 * `.obsidian` and `.trash` are never here: clients depend on their changes.
 */
const unwatchedNames: ReadonlySet<string> = new Set([
  '.cache',
  '.cargo',
  '.conda',
  '.git',
  '.gradle',
  '.hg',
  '.jj',
  '.mypy_cache',
  '.npm',
  '.pytest_cache',
  '.rustup',
  '.svn',
  '.terraform',
  '.tox',
  '.venv',
  '__pycache__',
  'node_modules',
]);

/** True for a folder whose contents are neither kept nor watched. */
export function isUnwatchedName(name: string): boolean {
  return unwatchedNames.has(name);
}

/**
 * True for names that editors give to helper files next to a note. Such a file often lives for a
 * few milliseconds only, so changes of it can wait.
 */
export function isHelperName(name: string): boolean {
  return /^[.~#]|[~#]$/.test(name);
}
