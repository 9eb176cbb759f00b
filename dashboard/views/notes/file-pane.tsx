import type { JSX } from 'preact';
import { fileUrl } from '../../api/call.ts';
import { Icon } from '../../kit/icons.tsx';
import { endingOf, nameOf } from '../../kit/paths.ts';
import { QueryAnswer } from '../query/answer.tsx';
import { Crumbs } from './crumbs.tsx';

/** A file that is no note: a picture is shown, a base is asked, anything else is offered. */
export function FilePane({ path }: { path: string }): JSX.Element {
  return (
    <section class="note-column">
      <div class="bar">
        <Crumbs path={path} />
        <span class="grow" />
        <a class="button" href={fileUrl(path)} target="_blank" rel="noopener">
          Open the file
        </a>
      </div>
      <div class="file-pane scroll">
        <Content path={path} />
      </div>
    </section>
  );
}

function Content({ path }: { path: string }): JSX.Element {
  const ending = endingOf(path);
  if (/^(png|jpe?g|gif|webp|avif|bmp|svg)$/.test(ending))
    return <img src={fileUrl(path)} alt={nameOf(path)} />;
  if (ending === 'base') return <QueryAnswer mode="base" base={path} />;
  return (
    <a class="file-card" href={fileUrl(path)} target="_blank" rel="noopener">
      <Icon name="file" />
      <span>{nameOf(path)}</span>
      <span class="faint">{ending.toUpperCase()}</span>
    </a>
  );
}
