/**
 * Folders that other tools fill with thousands of files nobody reads as notes. Their insides would
 * use up the system's watches, so they are known as one entry; whoever asks for more goes to disk.
 * `.obsidian` and `.trash` are never here: clients live on their changes.
 */
const closedNames: ReadonlySet<string> = new Set([
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

/** True for a folder whose inside is neither kept nor watched. */
export function isClosedName(name: string): boolean {
  return closedNames.has(name);
}

/**
 * True for names that editors give to helper files next to a note. Such a file often lives for a
 * few milliseconds only, so news of it can wait.
 */
export function isHelperName(name: string): boolean {
  return /^[.~#]|[~#]$/.test(name);
}
