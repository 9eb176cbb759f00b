import type { Backend } from '../protocols/mcp/front.ts';
import { attach, noDaemon } from './mcp-attach.ts';
import type { McpSettings } from './mcp-settings.ts';
import type { Environment } from './places.ts';

export interface SessionOptions {
  readonly settings: McpSettings;
  readonly env: Environment;
  readonly version: string;
  /** The client gets its answer to `initialize` without the backend. */
  readonly isGreeted: boolean;
  write(line: string): void;
}

/** Attaches to a daemon that serves the vault, or opens the engine in this process. */
export async function openSession(options: SessionOptions): Promise<Backend> {
  const { settings, env, write } = options;
  if (settings.attach !== 'never') {
    const attached = await attach(settings, env, write);
    if (attached !== undefined) return attached;
    if (settings.attach === 'always') throw noDaemon();
  }
  const { openOwnSession } = await import('./mcp-own.ts');
  return openOwnSession(options);
}
