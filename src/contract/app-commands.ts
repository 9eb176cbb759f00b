/*
 * Commands of the app that no client can run through us, whatever a person has allowed: they end or
 * change the app itself, and none of it can be undone.
 */

const never: ReadonlySet<string> = new Set([
  'app:delete-vault',
  'app:open-sandbox-vault',
  'app:open-vault',
  'app:quit',
  'app:relaunch',
  'app:reload',
  'app:restart',
  'app:toggle-restricted-mode',
  'app:toggle-safe-mode',
]);

/** The companion itself, by which a person is in charge, and the plugin that installs others. */
const neverFrom: readonly string[] = ['vaultd-companion:', 'obsidian42-brat:'];

/** True for a command that installs or removes plugins, under whatever id a plugin offers it. */
const changesPlugins = /(^|[:-])(un)?install-?(community-)?plugins?\b/;

/** True for a command that is never run for a client. */
export function isNeverRun(id: string): boolean {
  return (
    never.has(id) || neverFrom.some((prefix) => id.startsWith(prefix)) || changesPlugins.test(id)
  );
}
