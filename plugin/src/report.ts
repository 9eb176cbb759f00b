/** What the app shows, as the daemon wants to know it. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Place;
  readonly end: Place;
}

/** What is selected in the active note. */
export interface Selected {
  readonly range: Range;
  readonly text: string;
}

export interface Report {
  readonly active?: string;
  readonly selection?: Range;
  readonly text?: string;
  readonly open: readonly string[];
  readonly dirty: readonly string[];
}

/** What one tab shows. */
export interface OpenTab {
  readonly path: string;
  readonly isDirty: boolean;
}

const notesMax = 500;
const unitsMax = 1024 * 1024;

/** Nothing active, nothing open: what assistants know while sharing is paused. */
export const pausedReport: Report = { open: [], dirty: [] };

/** One report out of the tabs in their order. The active note is among them, however many there are. */
export function toReport(
  tabs: readonly OpenTab[],
  active: string | undefined,
  selected: Selected | undefined,
): Report {
  const shown = tabs.filter(({ path }) => !isHidden(path));
  const all = [...new Set(shown.map(({ path }) => path))];
  const isActive = active !== undefined && all.includes(active);
  const open = all.slice(0, notesMax);
  if (isActive && !open.includes(active)) open.splice(notesMax - 1, 1, active);
  const dirty = [...new Set(shown.filter((tab) => tab.isDirty).map(({ path }) => path))];
  return {
    ...(isActive && { active }),
    ...(isActive && selected && { selection: selected.range, text: cutText(selected.text) }),
    open,
    dirty: dirty.filter((path) => open.includes(path)),
  };
}

export function isSameReport(one: Report | undefined, other: Report): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The path after a rename of the file itself or of a folder above it. */
export function renamed(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** As much as the daemon takes, without half of a character at the end. */
function cutText(text: string): string {
  if (text.length <= unitsMax) return text;
  const last = text.charCodeAt(unitsMax - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? unitsMax - 1 : unitsMax);
}

/** Names that begin with a dot are the app's own, or another program's. */
function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'));
}
