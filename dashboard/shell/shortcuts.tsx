import type { JSX } from 'preact';
import { isMac } from '../kit/keys.ts';
import { Overlay } from './overlay.tsx';

const mod = isMac ? '⌘' : 'Ctrl';

const keys: readonly (readonly [string, readonly string[]])[] = [
  ['Go to a note', [mod, 'K']],
  ['Search', ['/']],
  ['Activity, Notes, Graph, Clients, Health, Review', ['G', 'A N G C H R']],
  ['Next, previous', ['J', 'K']],
  ['Open the selected item', ['↵']],
  ['Undo the selected change', ['U']],
  ['Edit the note', ['E']],
  ['Save', [mod, 'S']],
  ['Send to Claude', [mod, 'L']],
  ['Accept, reject a proposal', ['A', 'X']],
  ['Close', ['Esc']],
];

export function Shortcuts({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div class="shortcuts">
        <h2>Keyboard shortcuts</h2>
        <dl>
          {keys.map(([what, those]) => (
            <div key={what} class="shortcut">
              <dt>{what}</dt>
              <dd>
                {those.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Overlay>
  );
}
