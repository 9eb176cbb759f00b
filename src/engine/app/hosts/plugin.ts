import type { IncomingMessage } from 'node:http';
import { hostLimits } from '../../../contract/bundle-limits.ts';
import type { VaultError } from '../../../contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../../../contract/paths.ts';
import type { AppCommand } from '../../../contract/workspace.ts';
import { Availability } from './availability.ts';
import type { Palette, PluginSettings, Viewer } from './host.ts';
import { hostError, unknownCommand } from './host-errors.ts';

/** The app behind its Local REST API plugin. */
export interface Plugin extends Viewer, Palette {
  isUp(signal: AbortSignal): Promise<boolean>;
  /** The file in front; undefined when there is none. */
  active(signal: AbortSignal): Promise<VaultPath | undefined>;
}

export function createPlugin(settings: PluginSettings, now: () => number): Plugin {
  const ask = (method: string, path: string, signal: AbortSignal) =>
    askPlugin(settings, { method, path }, signal);
  const availability = new Availability(async (signal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(hostLimits.pluginProbeMs)]);
    const { body } = await ask('GET', '/', bounded);
    const { authenticated, vaultd } = Object(body);
    // A daemon that speaks the plugin's interface is no app; it may even be this one.
    if (vaultd !== undefined) throw hostError('plugin-unreachable');
    if (authenticated !== true) throw hostError('plugin-key-refused');
  }, now);
  return {
    isUp: (signal) => availability.isUp(signal),
    async open(path, { newTab }, signal) {
      await ask('POST', `/open/${encodePath(path)}?newLeaf=${newTab}`, signal);
    },
    async active(signal) {
      const { status, body } = await ask('GET', '/active/', signal);
      const path: unknown = status === 404 ? undefined : Object(body).path;
      return typeof path === 'string' ? parseVaultPath(path) : undefined;
    },
    async commands(signal) {
      const { body } = await ask('GET', '/commands/', signal);
      const listed: unknown = Object(body).commands;
      return Array.isArray(listed) ? listed.flatMap(toCommand) : [];
    },
    async run(id, signal) {
      const { status } = await ask('POST', `/commands/${encodeURIComponent(id)}/`, signal);
      if (status === 404) throw unknownCommand(id);
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function askPlugin(
  { url, key, checksCertificate }: PluginSettings,
  { method, path }: { readonly method: string; readonly path: string },
  signal: AbortSignal,
): Promise<Reply> {
  const target = new URL(url.replace(/\/+$/, '') + path);
  // Loaded when it is needed: few have the plugin, and every start would take longer.
  const { request } = await (target.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  signal.throwIfAborted();
  const accept = path === '/active/' ? 'application/vnd.olrapi.note+json' : 'application/json';
  return new Promise((resolve, reject) => {
    const options = {
      method,
      signal,
      headers: { authorization: `Bearer ${key}`, accept },
      // The plugin signs its certificate itself.
      rejectUnauthorized: checksCertificate,
    };
    const sent = request(target, options, (response) => {
      readReply(response).then(resolve, reject);
    });
    sent.on('error', (thrown) =>
      reject(signal.aborted ? signal.reason : hostError('plugin-unreachable', { cause: thrown })),
    );
    sent.end();
  });
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > hostLimits.outputUnitsMax) throw refused(response.statusCode ?? 0);
  }
  const status = response.statusCode ?? 0;
  if (status === 401 || status === 403) throw hostError('plugin-key-refused');
  if (status >= 400 && status !== 404) throw refused(status);
  return { status, body: text === '' ? undefined : parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toCommand(raw: unknown): AppCommand[] {
  const { id, name }: Record<string, unknown> = { ...Object(raw) };
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
}

function encodePath(path: VaultPath): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function refused(status: number): VaultError {
  return hostError('cli-failure', {
    message: 'The Local REST API plugin refused to do this.',
    data: { detail: `HTTP ${status}` },
  });
}
