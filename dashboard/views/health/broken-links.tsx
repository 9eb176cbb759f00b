import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useAsked } from '../../kit/hooks.ts';
import { endingOf, isNotePath, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { findChoices } from '../../state/choices.ts';
import { toast, toastError, withProgress } from '../../state/toasts.ts';
import { version } from '../../state/version.ts';
import { undoStep } from '../activity/undo.ts';

type Broken = Output<'link.unresolved'>['links'][number];

const listedFirst = 20;
const listedMax = 500;
const sourcesShown = 4;

/** The links of the vault that lead nowhere, and what can be done about them. */
export function BrokenLinks(): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const { value, error } = useAsked(
    (signal) => call('link.unresolved', { limit: listedMax }, signal),
    [version.value],
  );
  const links = value?.links.slice(0, isWhole ? listedMax : listedFirst) ?? [];
  return (
    <section class="card broken-links">
      <h2>
        Broken links <span class="faint numbers">{value?.total ?? ''}</span>
      </h2>
      {error !== undefined && <p class="query-error">{sayError(error)}</p>}
      {value?.total === 0 && <p class="faint">No broken links.</p>}
      <ul>
        {links.map((link) => (
          <BrokenLink key={link.target} link={link} />
        ))}
      </ul>
      {value !== undefined && links.length < value.links.length && (
        <button type="button" class="button quiet" onClick={() => setWhole(true)}>
          {value.total - links.length} more
        </button>
      )}
    </section>
  );
}

function BrokenLink({ link: { target, count, sources } }: { link: Broken }): JSX.Element {
  const [isFixing, setFixing] = useState(false);
  return (
    <li>
      <p class="broken-target">
        <strong>{target}</strong> <span class="faint numbers">{count}</span>
        <span class="grow" />
        {(isNotePath(target) || endingOf(target) === '') && (
          <a class="button" href={hrefOf('notes', withEnding(target), { new: '1' })}>
            Create it
          </a>
        )}
        <button
          type="button"
          class="button"
          aria-expanded={isFixing}
          onClick={() => setFixing(!isFixing)}
        >
          Link elsewhere
        </button>
      </p>
      <p class="broken-sources">
        in{' '}
        {sources.slice(0, sourcesShown).map((path, at) => (
          <span key={path}>
            {at > 0 && ', '}
            <a class="inside" href={hrefOf('notes', path)}>
              {titleOf(path)}
            </a>
          </span>
        ))}
        {sources.length > sourcesShown && ` and ${sources.length - sourcesShown} more`}
      </p>
      {isFixing && <Repair target={target} />}
    </li>
  );
}

function withEnding(target: string): string {
  return isNotePath(target) ? target : `${target}.md`;
}

/** The notes that may have been meant; the links are changed in all places at once. */
function Repair({ target }: { target: string }): JSX.Element {
  const [typed, setTyped] = useState(titleOf(target));
  const choices = findChoices(typed)
    .filter(({ path }) => isNotePath(path))
    .slice(0, 5);
  const repair = async (to: string): Promise<void> => {
    try {
      const { changed, step } = await withProgress(() => call('link.repair', { target, to }));
      toast(
        `${changed} ${changed === 1 ? 'link leads' : 'links lead'} to ${titleOf(to)} now.`,
        'good',
        step === undefined ? undefined : { label: 'Undo', run: () => void undoStep(step) },
      );
    } catch (thrown) {
      toastError(thrown);
    }
  };
  return (
    <div class="repair">
      <input
        type="text"
        aria-label={`A note instead of ${target}`}
        placeholder="Name of a note"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {choices.length === 0 && <p class="faint">No note is called that.</p>}
      {choices.map(({ path }) => (
        <button key={path} type="button" class="button quiet" onClick={() => repair(path)}>
          {titleOf(path)} <span class="faint">{path}</span>
        </button>
      ))}
    </div>
  );
}
