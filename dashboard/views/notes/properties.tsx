import type { ComponentChildren, JSX } from 'preact';
import type { NoteData } from '../../markdown/context.ts';
import { looseContext, noteContext } from '../../markdown/context.ts';
import { TagLink } from '../../markdown/link.tsx';
import { parseInline } from '../../markdown/parse.ts';
import { Nodes } from '../../markdown/render.tsx';

export function Properties({ note }: { note: NoteData }): JSX.Element | null {
  const entries = Object.entries(note.properties);
  if (entries.length === 0) return null;
  const context = { ...looseContext, path: note.path, links: note.links };
  return (
    <noteContext.Provider value={context}>
      <dl class="properties" aria-label="Properties">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt class="truncate">{name}</dt>
            <dd>
              {name === 'tags' || name === 'tag' ? <Tags value={value} /> : <Value value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </noteContext.Provider>
  );
}

function Tags({ value }: { value: unknown }): ComponentChildren {
  const tags = Array.isArray(value) ? value : String(value ?? '').split(/[\s,]+/);
  return tags
    .map((tag) => String(tag ?? ''))
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '')
    .map((tag) => <TagLink key={tag} tag={tag} />);
}

function Value({ value }: { value: unknown }): ComponentChildren {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return value.map((each, at) => (
      <span key={at} class="chip">
        <Value value={each} />
      </span>
    ));
  }
  if (typeof value === 'string') return <Nodes nodes={parseInline(value)} />;
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value);
}
