import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly key?: string;
  readonly isDangerous?: boolean;
  run(): void;
}

/** A button that opens a list of things to do. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: Event): void => {
      if (!(target instanceof Node) || !box.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', close);
    return () => removeEventListener('pointerdown', close);
  }, [isOpen]);
  const end = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div class="menu-box" ref={box}>
      <button
        type="button"
        class="button quiet square"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && <List label={label} items={items} onEnd={end} />}
    </div>
  );
}

interface ListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly onEnd: () => void;
}

function List({ label, items, onEnd }: ListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const focus = (place: number): void => {
    const all = list.current?.querySelectorAll('button');
    all?.[(place + items.length) % items.length]?.focus();
  };
  useLayoutEffect(() => focus(0), []);
  return (
    <div
      ref={list}
      class="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        const all = [...(list.current?.querySelectorAll('button') ?? [])];
        const at = all.findIndex((each) => each.contains(document.activeElement));
        const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
        event.stopPropagation();
        if (event.key === 'Escape' || event.key === 'Tab') onEnd();
        if (next === undefined) return;
        event.preventDefault();
        focus(next);
      }}
    >
      {items.map(({ label: name, icon, key, isDangerous, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={isDangerous ? 'danger' : ''}
          onClick={() => {
            onEnd();
            run();
          }}
        >
          <Icon name={icon} size={14} />
          <span class="grow">{name}</span>
          {key !== undefined && <kbd>{key}</kbd>}
        </button>
      ))}
    </div>
  );
}
