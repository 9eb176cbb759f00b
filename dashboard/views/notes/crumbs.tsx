import type { JSX } from 'preact';
import { BackButton } from '../../kit/back-button.tsx';
import { folderOf, nameOf, titleOf } from '../../kit/paths.ts';

export function Crumbs({ path }: { path: string }): JSX.Element {
  const folders = folderOf(path)
    .split('/')
    .filter((part) => part !== '');
  return (
    <div class="crumbs">
      <BackButton to="notes" label="All files" />
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
