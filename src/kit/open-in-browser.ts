import { spawn } from 'node:child_process';

/** Hands a link to the system. False when the system has nothing to open it with. */
export function openInBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = openerOf(process.platform);
  return new Promise((done) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, env });
    child.on('error', () => done(false));
    child.on('spawn', () => {
      child.unref();
      done(true);
    });
  });
}

/** Whether a browser that is opened here appears before the user: on a desktop, and not over SSH. */
export function hasDesktop(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // An empty title: `start` would take the link for one.
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}
