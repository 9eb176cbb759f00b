import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (at: number) => ComponentChildren;
  /** Kept in sight. */
  readonly at?: number | undefined;
  readonly label: string;
  readonly id?: string;
  readonly role?: 'listbox' | 'tree';
  readonly activeId?: string | undefined;
  readonly class?: string;
  readonly tabIndex?: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

const spare = 8;

/** A list of rows of one height that draws only those in sight. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, rowHeight, row, at, label, id, role = 'listbox', activeId } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useHeight(box);
  useLayoutEffect(() => {
    if (at !== undefined && box.current) keepInSight(box.current, at * rowHeight, rowHeight);
  }, [at, rowHeight, height]);
  const from = Math.max(0, Math.floor(top / rowHeight) - spare);
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare);
  const rows: ComponentChildren[] = [];
  for (let each = from; each < to; each++) rows.push(row(each));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two, both interactive.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both have a name.
    <div
      ref={box}
      class={`scroll ${props.class ?? ''}`}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      tabIndex={props.tabIndex ?? 0}
      onKeyDown={props.onKeyDown}
      role={role}
      aria-label={label}
      aria-activedescendant={activeId}
      {...(id && { id })}
    >
      <div class="virtual" style={{ height: `${count * rowHeight}px` }} role="presentation">
        <div style={{ transform: `translateY(${from * rowHeight}px)` }} role="presentation">
          {rows}
        </div>
      </div>
    </div>
  );
}

function useHeight(box: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

function keepInSight(box: HTMLElement, top: number, height: number): void {
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + height - box.clientHeight;
  }
}
