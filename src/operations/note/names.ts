import { compareNames, nameOf, type VaultPath } from '../../contract/paths.ts';

/** A name as people write it: brackets, display text, heading and block are not part of it. */
export function cleanName(raw: string): string {
  const trimmed = raw.normalize('NFC').trim();
  const inner = /^!?\[\[(.*)\]\]$/s.exec(trimmed)?.[1] ?? trimmed;
  return inner.replace(/[|#].*$/s, '').trim() || trimmed;
}

/** Every file that the name may mean. Letter case decides only where it can. */
export function findByName(files: readonly VaultPath[], name: string): VaultPath[] {
  const folded = name.toLowerCase();
  const loose = files.filter((path) => isCalled(toKey(path).toLowerCase(), folded));
  const strict = loose.filter((path) => isCalled(toKey(path), name));
  return (strict.length > 0 ? strict : loose).sort(compareNames);
}

/** Up to five files whose names are close. */
export function suggest(files: readonly VaultPath[], name: string): VaultPath[] {
  const wanted = nameOf(name).toLowerCase();
  return files
    .map((path) => ({ path, distance: distanceTo(nameOf(toKey(path)).toLowerCase(), wanted) }))
    .filter(({ distance }) => distance <= wanted.length / 3)
    .sort((a, b) => a.distance - b.distance || compareNames(a.path, b.path))
    .slice(0, 5)
    .map(({ path }) => path);
}

function isCalled(key: string, name: string): boolean {
  return key === name || key.endsWith(`/${name}`);
}

/** Notes go by their name without the ending, other files by their whole name. */
function toKey(path: VaultPath): string {
  return path.normalize('NFC').replace(/\.md$/i, '');
}

/** Letters to add, drop or change; a name that begins the same is near. */
function distanceTo(candidate: string, wanted: string): number {
  if (wanted.length >= 3 && candidate.includes(wanted)) return 1;
  let last = Array.from({ length: wanted.length + 1 }, (_, j) => j);
  for (let i = 1; i <= candidate.length; i++) {
    const row = [i];
    for (let j = 1; j <= wanted.length; j++) {
      const same = candidate[i - 1] === wanted[j - 1] ? 0 : 1;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same));
    }
    last = row;
  }
  return last[wanted.length] ?? 0;
}
