import { resolve } from 'node:path';
import type { Backend } from '../doors/mcp/front.ts';
import { watchEarly } from '../engine/watch/early-watch.ts';
import type { SessionOptions } from './mcp-session.ts';
import { expandHome, stateDir } from './places.ts';

/**
 * Looks at the vault while the engine is loaded: that takes as long as the look. This file and what
 * it imports must stay small, like all that stands before a first answer.
 */
export async function openAhead(options: SessionOptions): Promise<Backend> {
  const { settings, env } = options;
  const early =
    settings.vault === undefined
      ? undefined
      : watchEarly(resolve(expandHome(settings.vault, env)), stateDir(env));
  try {
    await early?.handedOver;
    const { openOwnSession } = await import('./mcp-own.ts');
    return await openOwnSession(options, early);
  } finally {
    // It may be another vault that is served, by its name in the configuration, or none.
    early?.release();
  }
}
