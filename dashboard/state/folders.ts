import { computed } from '@preact/signals';
import { folderOf } from '../kit/paths.ts';
import { files } from './files.ts';

/** Every folder that has a file in it or below it, by name. */
export const folders = computed<readonly string[]>(() => {
  const found = new Set<string>();
  for (const { path } of files.value) {
    for (let folder = folderOf(path); folder !== '' && !found.has(folder); ) {
      found.add(folder);
      folder = folderOf(folder);
    }
  }
  return [...found].sort();
});
