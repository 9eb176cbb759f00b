import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface OverlayProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog above the page. It takes the focus, and gives it back. */
export function Overlay({ label, onClose, children }: OverlayProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  // Before anything is painted, so that not one key of a fast typist is lost.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>('input, select, button');
    (first ?? box.current)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is outside of the dialog closes it.
    <div
      class="overlay"
      role="presentation"
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        if (event.key === 'Tab') keepInside(event, box.current);
      }}
    >
      <div
        ref={box}
        class="dialog"
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  );
}

function keepInside(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [
    ...(box?.querySelectorAll<HTMLElement>(
      'input, select, textarea, button, a[href], [tabindex="0"]',
    ) ?? []),
  ];
  const here = document.activeElement;
  const at = here instanceof HTMLElement ? stops.indexOf(here) : -1;
  const next = event.shiftKey ? at - 1 : at + 1;
  event.preventDefault();
  stops.at(next >= stops.length ? 0 : next)?.focus();
}
