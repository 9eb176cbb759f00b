import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { folderOf } from '../../kit/paths.ts';
import { version } from '../../state/version.ts';

interface GraphFiltersProps {
  readonly paths: readonly string[];
  readonly folder: string;
  readonly onFolder: (folder: string) => void;
  readonly tag: string;
  readonly onTag: (tag: string) => void;
}

/** Which part of the vault the graph shows. */
export function GraphFilters(props: GraphFiltersProps): JSX.Element {
  const { paths, folder, onFolder, tag, onTag } = props;
  const folders = useMemo(() => foldersOf(paths), [paths]);
  const { value } = useAsked(
    async (signal) => (await call('tag.list', {}, signal)).tags,
    [version.value],
  );
  return (
    <div class="graph-filters">
      <label>
        Folder
        <select value={folder} onChange={({ currentTarget }) => onFolder(currentTarget.value)}>
          <option value="">All folders</option>
          {folders.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        Tag
        <select value={tag} onChange={({ currentTarget }) => onTag(currentTarget.value)}>
          <option value="">All tags</option>
          {(value ?? []).map(({ tag: each }) => (
            <option key={each} value={each.replace(/^#/, '')}>
              {each.replace(/^#?/, '#')}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function foldersOf(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !found.has(folder); ) {
      found.add(folder);
      folder = folderOf(folder);
    }
  }
  return [...found].sort();
}
