import type { JSX } from 'preact';
import { isMac } from '../kit/keys.ts';
import { Overlay } from './overlay.tsx';

const mod = isMac ? '⌘' : 'Ctrl';

type Keys = readonly (readonly [what: string, keys: readonly string[]])[];

const groups: readonly (readonly [where: string, keys: Keys])[] = [
  [
    'Everywhere',
    [
      ['Go to a note', [mod, 'K']],
      ['Search', ['/']],
      ['Close, or clear the selection', ['Esc']],
      ['This list', ['?']],
    ],
  ],
  [
    'Go to',
    [
      ['Activity', ['G', 'A']],
      ['Notes', ['G', 'N']],
      ['Search', ['G', 'S']],
      ['Graph', ['G', 'G']],
      ['Tasks', ['G', 'T']],
      ['Approvals', ['G', 'P']],
      ['Tags', ['G', '#']],
      ['Clients', ['G', 'C']],
      ['Health', ['G', 'H']],
      ['Review', ['G', 'R']],
    ],
  ],
  [
    'Activity, Approvals and Review',
    [
      ['Next, previous', ['J', 'K']],
      ['Undo the selected change', ['U']],
      ['Accept, reject a change', ['A', 'X']],
    ],
  ],
  [
    'Notes',
    [
      ['Move in the list of files', ['↑', '↓']],
      ['Unfold, fold a folder', ['→', '←']],
      ['Open', ['↵']],
      ['New note', ['N']],
      ['Rename or move', ['F2']],
      ['History', ['H']],
      ['Edit', ['E']],
      ['Read or edit', [mod, 'E']],
      ['Save', [mod, 'S']],
      ['Send to Claude', [mod, 'L']],
    ],
  ],
  [
    'Search',
    [
      ['Next, previous result', ['↓', '↑']],
      ['Open the result', ['↵']],
    ],
  ],
  [
    'Graph and canvas',
    [
      ['Move', ['← ↑ → ↓']],
      ['Zoom in, zoom out', ['+', '−']],
      ['Show everything', ['0']],
    ],
  ],
];

/** The sheet of keys. */
export function Shortcuts({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div class="shortcuts scroll" tabIndex={0} role="group" aria-label="Keys">
        <h2>Keyboard shortcuts</h2>
        {groups.map(([where, keys]) => (
          <section key={where} aria-label={where}>
            <h3>{where}</h3>
            <dl>
              {keys.map(([what, those]) => (
                <div key={what} class="shortcut">
                  <dt>{what}</dt>
                  <dd>
                    {those.map((key, at) => (
                      <kbd key={at}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Overlay>
  );
}
