import { isRecord } from '../../../src/kit/records.ts';
import { type Json, objects } from './rows.ts';

export interface BaseRow {
  readonly path: string;
  /** What a card shows above its cells. */
  readonly picture?: unknown;
  /** In the order of the columns. */
  readonly cells: readonly unknown[];
}

export interface BaseGroup {
  readonly key: unknown;
  readonly rows: readonly BaseRow[];
}

/** A view of a base: what it shows, and which others there are. */
export interface BaseShown {
  readonly view: { readonly name: string; readonly type: string };
  readonly views: readonly { readonly name: string; readonly type: string }[];
  /** How the pictures of cards fill their places, height by width, and how wide cards are. */
  readonly cards: { readonly isContained: boolean; readonly ratio: number; readonly size: number };
  readonly headers: readonly string[];
  readonly isGrouped: boolean;
  readonly groups: readonly BaseGroup[];
  readonly summaries: readonly { readonly name: string; readonly value: unknown }[];
  readonly total: number;
  readonly problems: readonly string[];
}

/** The daemon's answer in the form in which it is drawn. */
export function toBaseShown(data: Json): BaseShown {
  const columns = objects(data.columns);
  const view = isRecord(data.view) ? data.view : {};
  const look = isRecord(view.cards) ? view.cards : {};
  return {
    view: toViewName(view),
    views: objects(data.views).map(toViewName),
    cards: {
      isContained: look.imageFit === 'contain',
      ratio: Number(look.imageAspectRatio ?? 1),
      size: Number(look.cardSize ?? 200),
    },
    headers: columns.map(({ name }) => String(name).replace(/^file\.(?=\w+$)/, 'file ')),
    isGrouped: data.groupedBy !== undefined,
    groups: toGroups(objects(data.rows), columns),
    summaries: objects(data.summaries).map(({ id, name, value }) => ({
      name: `${columns.find((column) => column.id === id)?.name ?? id} (${name})`,
      value,
    })),
    total: Number(data.total ?? 0),
    problems: objects(data.problems).map(({ where, message }) => `${where}: ${message}`),
  };
}

function toViewName({ name, type }: Json): { name: string; type: string } {
  return { name: String(name ?? ''), type: String(type ?? 'table') };
}

/** Rows of a group come one after the other. */
function toGroups(rows: readonly Json[], columns: readonly Json[]): BaseGroup[] {
  const groups: { key: unknown; printed: string; rows: BaseRow[] }[] = [];
  for (const { path, group = null, picture, values } of rows) {
    const cells = isRecord(values) ? values : {};
    const printed = JSON.stringify(group);
    const row = {
      path: String(path),
      ...(picture !== undefined && { picture }),
      cells: columns.map(({ id }) => (isFileName(id) ? { path } : cells[String(id)])),
    };
    const last = groups.at(-1);
    if (last?.printed === printed) last.rows.push(row);
    else groups.push({ key: group, printed, rows: [row] });
  }
  return groups;
}

function isFileName(id: unknown): boolean {
  return id === 'file.name' || id === 'file.file' || id === 'file.basename';
}
