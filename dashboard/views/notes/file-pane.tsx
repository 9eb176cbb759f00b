import type { JSX } from 'preact';
import { fileUrl } from '../../api/call.ts';
import { ShownFile } from '../../markdown/shown-file.tsx';
import { Crumbs } from './crumbs.tsx';
import { FileMenu } from './note-pane.tsx';

/** A file that is no note. */
export function FilePane({ path }: { path: string }): JSX.Element {
  return (
    <section class="note-column">
      <div class="bar">
        <Crumbs path={path} />
        <span class="grow" />
        <a class="button" href={fileUrl(path)} target="_blank" rel="noopener">
          Open the file
        </a>
        <FileMenu path={path} />
      </div>
      <div class="file-pane scroll">
        <ShownFile path={path} isWhole />
      </div>
    </section>
  );
}
