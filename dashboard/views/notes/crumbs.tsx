import type { JSX } from 'preact';
import { Icon } from '../../kit/icons.tsx';
import { folderOf, nameOf, titleOf } from '../../kit/paths.ts';
import { go } from '../../kit/route.ts';

export function Crumbs({ path }: { path: string }): JSX.Element {
  const folders = folderOf(path)
    .split('/')
    .filter((part) => part !== '');
  return (
    <div class="crumbs">
      <button
        type="button"
        class="button quiet square only-narrow"
        aria-label="All files"
        onClick={() => go('notes')}
      >
        <Icon name="back" />
      </button>
      {folders.map((folder, at) => (
        <span key={at} class="crumb truncate">
          {folder}
          <span aria-hidden="true"> / </span>
        </span>
      ))}
      <span class="crumb here truncate">{titleOf(nameOf(path))}</span>
    </div>
  );
}
