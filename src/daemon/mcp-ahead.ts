import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { glanceEarly } from '../engine/watch/early-glance.ts';
import type { EarlyLook } from '../engine/watch/early-watch.ts';
import { type FirstCalls, readFirstCalls } from '../protocols/mcp/first-call.ts';
import type { Backend } from '../protocols/mcp/front.ts';
import type { SessionOptions } from './mcp-session.ts';
import { expandHome, stateDir } from './places.ts';

/**
 * Looks at the vault while the engine is loaded, which takes as long as the look. What the client
 * waits for decides how. This file and what it imports must stay small, like all that stands before
 * a first answer.
 */
export async function openAhead(options: SessionOptions): Promise<Backend> {
  const early = await beginLook(options, await firstCalls(options));
  try {
    await early?.handedOver;
    const { openOwnSession } = await import('./mcp-own.ts');
    return await openOwnSession(options, early);
  } finally {
    // It may be another vault that is served, by its name in the configuration, or none.
    early?.release();
  }
}

/** Clients that ask at once need a moment to read the first answer. Nobody waits for those that do not. */
const askedWithinMs = 10;

async function firstCalls({ arrivals }: SessionOptions): Promise<FirstCalls> {
  let isLate = false;
  const late = wait(askedWithinMs).then(() => {
    isLate = true;
  });
  for (;;) {
    const calls = readFirstCalls(arrivals.waiting);
    if (calls !== 'none' || isLate) return calls;
    await Promise.race([arrivals.next(), late]);
  }
}

async function beginLook(
  { settings, env, arrivals }: SessionOptions,
  calls: FirstCalls,
): Promise<EarlyLook | undefined> {
  if (settings.vault === undefined) return undefined;
  const folder = resolve(expandHome(settings.vault, env));
  const { count } = arrivals;
  const isCurrent = () => arrivals.count === count;
  const glance = calls === 'texts' ? glanceEarly(folder, stateDir(env), isCurrent) : undefined;
  if (glance !== undefined) return glance;
  const { watchEarly } = await import('../engine/watch/early-watch.ts');
  return watchEarly(folder, stateDir(env));
}
