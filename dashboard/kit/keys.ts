import { useEffect } from 'preact/hooks';
import { useLatest } from './hooks.ts';

/** Keys as people write them: "mod+k", "g a", "?", "ArrowDown". `mod` is Command on a Mac. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Second keys of a sequence must come soon. */
const sequenceMs = 900;

/** Listens on the whole page while the component is there. Plain keys are left to text fields. */
export function useKeys(keys: KeyMap): void {
  const handle = useLatest((event: KeyboardEvent) => runKey(keys, event));
  useEffect(() => {
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [handle]);
}

let first: { key: string; at: number } | undefined;

function runKey(keys: KeyMap, event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const name = nameOf(event);
  if (isTyping(event) && !name.startsWith('mod+') && name !== 'Escape') return;
  const sequence =
    first !== undefined && event.timeStamp - first.at < sequenceMs ? `${first.key} ${name}` : name;
  const run = keys[sequence] ?? keys[name];
  if (run === undefined) {
    if (name === 'g') first = { key: name, at: event.timeStamp };
    return;
  }
  first = undefined;
  event.preventDefault();
  run(event);
}

function nameOf({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): string {
  const mod = isMac ? metaKey : ctrlKey;
  const plain = key.length === 1 ? key.toLowerCase() : key;
  return `${mod ? 'mod+' : ''}${altKey ? 'alt+' : ''}${plain}`;
}

/** The editor lives in a shadow tree, so the event's first target is asked. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  // Boxes and sliders take no letters.
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|range)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
