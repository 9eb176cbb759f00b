import type { DataviewSettings } from './values/env.ts';

/** What the settings of the vault's Dataview say about answers. What is missing or odd says nothing. */
export function readDataviewSettings(raw: unknown): Partial<DataviewSettings> {
  if (typeof raw !== 'object' || raw === null) return {};
  const found = new Map<string, unknown>(Object.entries(raw));
  const text = (name: string): string | undefined => {
    const value = found.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const settings = {
    renderNullAs: text('renderNullAs'),
    defaultDateFormat: text('defaultDateFormat'),
    defaultDateTimeFormat: text('defaultDateTimeFormat'),
    tableIdColumnName: text('tableIdColumnName'),
    allowHtml: found.get('allowHtml') === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
