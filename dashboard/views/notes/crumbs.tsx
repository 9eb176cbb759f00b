import type { JSX } from 'preact';
import { BackButton } from '../../kit/back-button.tsx';
import { folderOf, nameOf, titleOf } from '../../kit/paths.ts';

export function Crumbs({ path }: { path: string }): JSX.Element {
  const folder = folderOf(path);
  return (
    <div class="crumbs">
      <BackButton to="notes" label="All files" />
      {folder !== '' && (
        <>
          <span class="crumb truncate">{folder.replaceAll('/', ' / ')}</span>
          <span class="crumb slash" aria-hidden="true">
            {' / '}
          </span>
        </>
      )}
      <span class="crumb here truncate">{titleOf(nameOf(path))}</span>
    </div>
  );
}
