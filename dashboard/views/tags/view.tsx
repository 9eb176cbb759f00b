import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, currentVault, sayError } from '../../api/call.ts';
import { BackButton } from '../../kit/back-button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { folderOf, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { version } from '../../state/version.ts';

/** The tags of the vault, and the notes that have one of them. */
export function TagsView({ tag }: { tag: string }): JSX.Element {
  const { value: tags, error } = useAsked(
    async (signal) => (await call('tag.list', {}, signal)).tags,
    [currentVault.value, version.value],
  );
  return (
    <>
      <header class="bar">
        {tag !== '' && <BackButton to="tags" label="All tags" />}
        <h1 class="truncate">{tag === '' ? 'Tags' : `#${tag}`}</h1>
        <span class="faint numbers">{tag === '' ? (tags?.length ?? '') : ''}</span>
      </header>
      <div class={`body tags ${tag === '' ? '' : 'has-choice'}`}>
        {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
        {tags?.length === 0 ? (
          <Empty icon="tags" title="No tags yet">
            Write <code>#word</code> in a note, or give it a property <code>tags</code>.
          </Empty>
        ) : (
          <>
            <TagList tags={tags ?? []} chosen={tag} />
            {tag !== '' && <TaggedNotes key={tag} tag={tag} />}
          </>
        )}
      </div>
    </>
  );
}

interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly notes?: number | undefined;
}

function TagList({ tags, chosen }: { tags: readonly TagCount[]; chosen: string }): JSX.Element {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().replace(/^#/, '').toLowerCase();
  const shown = tags.filter(({ tag }) => tag.toLowerCase().includes(wanted));
  return (
    <nav class="tag-list scroll" aria-label="Tags" tabIndex={0}>
      <input
        class="field"
        type="search"
        aria-label="Filter tags"
        placeholder="Filter"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul>
        {shown.map(({ tag, count, notes = count }) => (
          <li key={tag} style={{ paddingLeft: `${(tag.split('/').length - 1) * 14}px` }}>
            <a
              href={hrefOf('tags', tag)}
              aria-current={tag.toLowerCase() === chosen.toLowerCase() ? 'true' : undefined}
            >
              <span class="truncate">{tag.split('/').at(-1)}</span>
              <span class="faint numbers">{notes}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TaggedNotes({ tag }: { tag: string }): JSX.Element {
  const { value, error } = useAsked(
    (signal) => call('tag.notes', { tag }, signal),
    [tag, currentVault.value, version.value],
  );
  return (
    <section class="tagged scroll" aria-label={`Notes with #${tag}`} tabIndex={0}>
      {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
      {value !== undefined && (
        <>
          <h2>
            {value.total === 1 ? '1 note' : `${value.total.toLocaleString()} notes`}
            <a
              class="button quiet"
              href={hrefOf('search', '', { mode: 'obsidian', q: `tag:#${tag}` })}
            >
              Search them
            </a>
          </h2>
          <ul>
            {value.notes.map((path) => (
              <li key={path}>
                <a href={hrefOf('notes', path)}>
                  <span class="truncate">{titleOf(path)}</span>
                  <span class="faint truncate">{folderOf(path)}</span>
                </a>
              </li>
            ))}
          </ul>
          {value.total > value.notes.length && (
            <p class="faint">The first {value.notes.length.toLocaleString()} are listed.</p>
          )}
        </>
      )}
    </section>
  );
}
