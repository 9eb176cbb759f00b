import type { JSX } from 'preact';
import { Icon } from './icons.tsx';
import { go, type ViewName } from './route.ts';

/** Leads to the list, where there is no room for both the list and its details. */
export function BackButton({ to, label }: { to: ViewName; label: string }): JSX.Element {
  return (
    <button
      type="button"
      class="button quiet square only-narrow"
      aria-label={label}
      onClick={() => go(to)}
    >
      <Icon name="back" />
    </button>
  );
}
