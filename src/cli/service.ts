import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './command-error.ts';

/** How this system starts things at login. */
export interface Service {
  readonly file: string;
  readonly text: string;
  readonly enable: readonly (readonly string[])[];
  readonly disable: readonly (readonly string[])[];
}

const label = 'io.vaultd.daemon';

export function serviceOf(
  env: NodeJS.ProcessEnv,
  vaults: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Service {
  const home = env.HOME ?? homedir();
  const words = [process.execPath, process.argv[1] ?? 'vaultd', 'daemon', 'run', ...vaults];
  if (platform === 'linux')
    return systemdService(env.XDG_CONFIG_HOME || join(home, '.config'), words);
  if (platform === 'darwin') return launchdService(home, words);
  throw new CommandError(
    'Found no supported service manager (systemd or launchd).',
    'Start "vaultd daemon run" with your own.',
  );
}

function systemdService(config: string, words: readonly string[]): Service {
  const user = ['systemctl', '--user'];
  return {
    file: join(config, 'systemd/user/vaultd.service'),
    text: `[Unit]
Description=vaultd, a server for folders of Markdown notes

[Service]
Type=exec
ExecStart=${words.map(quoteForSystemd).join(' ')}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartPreventExitStatus=3 4 5

[Install]
WantedBy=default.target
`,
    enable: [
      [...user, 'daemon-reload'],
      [...user, 'enable', '--now', 'vaultd.service'],
    ],
    disable: [[...user, 'disable', '--now', 'vaultd.service']],
  };
}

function launchdService(home: string, words: readonly string[]): Service {
  const file = join(home, `Library/LaunchAgents/${label}.plist`);
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${escapeXml(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`,
    enable: [['launchctl', 'bootstrap', `gui/${process.getuid?.() ?? 0}`, file]],
    disable: [['launchctl', 'bootout', `gui/${process.getuid?.() ?? 0}/${label}`]],
  };
}

/** Percent and dollar signs mean something to systemd, so they are doubled. */
function quoteForSystemd(word: string): string {
  const escaped = word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\;]/.test(word) ? `"${escaped}"` : escaped;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
