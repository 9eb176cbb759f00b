import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Icon } from '../kit/icons.tsx';
import { Marked } from '../kit/marked.tsx';
import { folderOf, isNotePath, nameOf, titleOf } from '../kit/paths.ts';
import { go } from '../kit/route.ts';
import { VirtualList } from '../kit/virtual-list.tsx';
import { type Choice, findChoices, prepareChoices } from '../state/choices.ts';
import { Overlay } from './overlay.tsx';

export const isSwitching = signal(false);

/** Type a few letters of a note's path, name or alias, and go there. */
export function Switcher({ onClose }: { onClose: () => void }): JSX.Element {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  useEffect(prepareChoices, []);
  const choices = useMemo(() => findChoices(typed), [typed]);
  const newPath = choices.length === 0 && typed.trim() !== '' ? `${typed.trim()}.md` : undefined;
  const choose = (place: number): void => {
    const path = choices[place]?.path;
    onClose();
    if (path !== undefined) go('notes', path);
    else if (newPath !== undefined) go('notes', newPath, { new: '1' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(choices.length - 1, at + step)));
    } else if (event.key === 'Enter') choose(at);
  };
  return (
    <Overlay label="Go to a note" onClose={onClose}>
      <div class="switcher" data-answers={typed}>
        <div class="switcher-input">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="choices"
            aria-activedescendant={`choice-${at}`}
            aria-label="Name of a note"
            placeholder="Go to a note…"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onKeyDown={onKeyDown}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setAt(0);
            }}
          />
        </div>
        {newPath === undefined ? (
          <VirtualList
            id="choices"
            class="choices"
            label="Notes"
            count={choices.length}
            rowHeight={40}
            at={at}
            tabIndex={-1}
            row={(place) => (
              <ChoiceRow
                key={place}
                choice={choices[place]}
                place={place}
                isChosen={place === at}
                onChoose={choose}
              />
            )}
          />
        ) : (
          <NewChoice path={newPath} onChoose={() => choose(0)} />
        )}
      </div>
    </Overlay>
  );
}

function NewChoice({ path, onChoose }: { path: string; onChoose: () => void }): JSX.Element {
  return (
    <div id="choices" role="listbox" aria-label="Notes" class="choices-new">
      <button type="button" role="option" aria-selected="true" id="choice-0" onClick={onChoose}>
        <Icon name="plus" /> Create “{titleOf(path)}”
      </button>
    </div>
  );
}

function stepOf({ key, ctrlKey }: KeyboardEvent): number {
  if (key === 'ArrowDown' || (ctrlKey && key === 'n')) return 1;
  if (key === 'ArrowUp' || (ctrlKey && key === 'p')) return -1;
  if (key === 'PageDown') return 8;
  return key === 'PageUp' ? -8 : 0;
}

interface ChoiceRowProps {
  readonly choice: Choice | undefined;
  readonly place: number;
  readonly isChosen: boolean;
  readonly onChoose: (place: number) => void;
}

function ChoiceRow({ choice, place, isChosen, onChoose }: ChoiceRowProps): JSX.Element | null {
  if (choice === undefined) return null;
  const { path, alias, places } = choice;
  const start = path.length - nameOf(path).length;
  return (
    <div
      class="choice"
      role="option"
      id={`choice-${place}`}
      aria-selected={isChosen}
      onClick={() => onChoose(place)}
    >
      <Icon name={isNotePath(path) ? 'notes' : 'file'} size={15} />
      <span class="choice-name truncate">
        {alias === undefined ? (
          <Marked
            text={isNotePath(path) ? titleOf(path) : nameOf(path)}
            places={places.map((each) => each - start)}
          />
        ) : (
          <Marked text={alias} places={places} />
        )}
      </span>
      <span class="choice-folder truncate faint">
        {alias === undefined ? folderOf(path) : path}
      </span>
    </div>
  );
}
