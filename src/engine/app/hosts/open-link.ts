import type { VaultError } from '../../../contract/errors.ts';
import { systemCode } from '../../store/vault/system-errors.ts';
import type { HostSettings, Viewer } from './host.ts';
import { hostError } from './host-errors.ts';
import { runProgram } from './run-program.ts';

/** Shows notes through links of the app, which the system opens; undefined without a desktop. */
export function findLinkOpener(
  { env }: Pick<HostSettings, 'env'>,
  vaultName: string,
): (Viewer & { start(signal: AbortSignal): Promise<void> }) | undefined {
  const opener = openerOf(process.platform, env);
  if (opener === undefined) return undefined;
  const [program, ...before] = opener;
  const openLink = async (link: string, signal: AbortSignal) => {
    try {
      const { code } = await runProgram(program, [...before, link], { env, signal }).result;
      if (code !== 0) throw noOpener();
    } catch (thrown) {
      throw systemCode(thrown) === undefined ? thrown : noOpener();
    }
  };
  return {
    open: (path, { newTab }, signal) => openLink(toAppLink(vaultName, path, newTab), signal),
    start: (signal) => openLink(`obsidian://open?vault=${encodeURIComponent(vaultName)}`, signal),
  };
}

/** A link of the app to a note. */
export function toAppLink(vaultName: string, path: string, newTab: boolean): string {
  const pane = newTab ? '&paneType=tab' : '';
  return `obsidian://open?vault=${encodeURIComponent(vaultName)}&file=${encodeURIComponent(path)}${pane}`;
}

/** The program that opens links, and its first arguments. */
export function openerOf(
  platform: NodeJS.Platform,
  env: HostSettings['env'],
): readonly [string, ...string[]] | undefined {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
  }
}

function noOpener(): VaultError {
  return hostError('cli-not-found', {
    message: 'The system could not open a link of Obsidian.',
    hint: 'Install Obsidian, and its command line tool (Settings → General → Command line interface).',
  });
}
