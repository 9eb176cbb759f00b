import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../kit/icons.tsx';
import { folderOf, isNotePath, titleOf } from '../../kit/paths.ts';
import { go } from '../../kit/route.ts';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { drafts } from '../../state/drafts.ts';
import { reveal, setFolder, type TreeRow, treeRows } from '../../state/tree.ts';
import { dragType, useTreeDrop } from './tree-drop.ts';

const rowHeight = 28;

export function Tree({ path }: { path: string }): JSX.Element {
  const rows = treeRows.value;
  const [focused, setFocused] = useState(path);
  useEffect(() => {
    if (path === '') return;
    reveal(path);
    setFocused(path);
  }, [path]);
  const at = rows.findIndex((row) => row.path === focused);
  const move = (place: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, place))];
    if (row !== undefined) setFocused(row.path);
  };
  return (
    <VirtualList
      class="tree"
      role="tree"
      label="Files"
      count={rows.length}
      rowHeight={rowHeight}
      at={at === -1 ? undefined : at}
      activeId={at === -1 ? undefined : `row-${at}`}
      onKeyDown={(event) => {
        if (runTreeKey(event.key, rows[at], at, move)) event.preventDefault();
      }}
      row={(place) => {
        const row = rows[place];
        return (
          row !== undefined && (
            <Row
              key={row.path}
              id={`row-${place}`}
              row={row}
              isOpen={row.path === path}
              isFocused={row.path === focused}
            />
          )
        );
      }}
    />
  );
}

function runTreeKey(
  key: string,
  row: TreeRow | undefined,
  at: number,
  move: (place: number) => void,
): boolean {
  if (key === 'ArrowDown') move(at + 1);
  else if (key === 'ArrowUp') move(at - 1);
  else if (key === 'Home') move(0);
  else if (key === 'End') move(Number.MAX_SAFE_INTEGER);
  else if (row === undefined) return false;
  else if (key === 'ArrowRight' && row.kind === 'folder') setFolder(row.path, true);
  else if (key === 'ArrowLeft' && row.kind === 'folder') setFolder(row.path, false);
  else if (key === 'Enter' || key === ' ') choose(row);
  else return false;
  return true;
}

function choose({ kind, path, isOpen }: TreeRow): void {
  if (kind === 'folder') setFolder(path, !isOpen);
  else go('notes', path);
}

interface RowProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly isOpen: boolean;
  readonly isFocused: boolean;
}

function Row({ row, id, isOpen, isFocused }: RowProps): JSX.Element {
  const { kind, path, name, level } = row;
  const isNote = isNotePath(path);
  return (
    <div
      id={id}
      class={`tree-row ${isFocused ? 'focused' : ''} ${isNote || kind === 'folder' ? '' : 'attachment'}`}
      role="treeitem"
      aria-level={level + 1}
      aria-selected={isOpen}
      aria-expanded={kind === 'folder' ? row.isOpen : undefined}
      style={{ paddingLeft: `${10 + level * 15}px` }}
      onClick={() => choose(row)}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer?.setData(dragType, path)}
      {...useTreeDrop(kind === 'folder' ? path : folderOf(path))}
    >
      {kind === 'folder' ? (
        <span class={`twist ${row.isOpen ? 'open' : ''}`}>
          <Icon name="chevron" size={12} />
        </span>
      ) : (
        <span class="twist" />
      )}
      <span class="truncate">{isNote && kind === 'file' ? titleOf(name) : name}</span>
      {drafts.value.has(path) && <span class="dot warn" title="Not saved" />}
    </div>
  );
}
