/**
 * What the app has but its declarations do not name. Each is looked up at the moment of use, and
 * each has a way to go on where it is missing.
 */
import type { App, View } from 'obsidian';
import { isRecord } from '../../src/kit/records.ts';

/** A command of the app's palette. */
export interface PaletteCommand {
  readonly id: string;
  readonly name: string;
}

type Callable = (...args: unknown[]) => unknown;

/** Whether a view has text that is not saved; undefined where the app does not say. */
export function readDirty(view: View): boolean | undefined {
  const { dirty } = view as unknown as { dirty?: unknown };
  return typeof dirty === 'boolean' ? dirty : undefined;
}

/** The commands that the palette would show now; undefined where the app has no such list. */
export function listCommands(app: App): readonly PaletteCommand[] | undefined {
  const commands = memberOf(app, 'commands');
  const list = methodOf(commands, 'listCommands')?.();
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((each: unknown) => {
    const { id, name } = isRecord(each) ? each : {};
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
}

/** Runs a command; false when its own check says no. */
export function executeCommand(app: App, id: string): boolean {
  return methodOf(memberOf(app, 'commands'), 'executeCommandById')?.(id) === true;
}

/** True when no command has the key; undefined where the app does not say. */
export function isKeyFree(
  app: App,
  modifiers: readonly string[],
  key: string,
): boolean | undefined {
  const manager = memberOf(app, 'hotkeyManager');
  const tables = [memberOf(manager, 'customKeys'), memberOf(manager, 'defaultKeys')];
  if (!tables.every(isRecord)) return undefined;
  const wanted = [...modifiers].sort().join();
  return !tables
    .flatMap((table) => Object.values(table))
    .flat()
    .some((each: unknown) => {
      if (!isRecord(each) || !Array.isArray(each.modifiers)) return false;
      const held = each.modifiers.map(String).sort().join();
      return each.key === key && held === wanted;
    });
}

/** Shows the hotkeys of our commands in the app's settings; false where that cannot be done. */
export function openHotkeySettings(app: App, query: string): boolean {
  const setting = memberOf(app, 'setting');
  const open = methodOf(setting, 'open');
  const openTab = methodOf(setting, 'openTabById');
  if (open === undefined || openTab === undefined) return false;
  open();
  const tab = openTab('hotkeys');
  methodOf(tab, 'setQuery')?.(query);
  return true;
}

/** Shows our own page in the app's settings; false where that cannot be done. */
export function openOwnSettings(app: App, id: string): boolean {
  const setting = memberOf(app, 'setting');
  const open = methodOf(setting, 'open');
  const openTab = methodOf(setting, 'openTabById');
  if (open === undefined || openTab === undefined) return false;
  open();
  openTab(id);
  return true;
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null
    ? (owner as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function methodOf(owner: unknown, name: string): Callable | undefined {
  const method = memberOf(owner, name);
  return typeof method === 'function'
    ? (...args) => (method as Callable).apply(owner, args)
    : undefined;
}
