import { spawn } from 'node:child_process';

/** Hands a link to the system. False when the system has nothing to open it with. */
export function openInBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = openerOf(process.platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, env });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // An empty title: `start` would take the link for one.
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}
