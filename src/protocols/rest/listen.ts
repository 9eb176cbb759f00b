import { get } from 'node:http';
import { get as getTls } from 'node:https';
import type { Server } from 'node:net';
import { VaultError } from '../../contract/errors.ts';
import { restLimits } from '../../contract/rest-limits.ts';
import { listenOn } from '../../kit/loopback.ts';
import { hasCode } from '../../kit/processes.ts';
import { toRecord, tryParseJson } from '../../kit/records.ts';

export interface RestPort {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The key of the configuration that sets it. */
  readonly setting: string;
}

/** Listens on exactly this port: clients have it built in, so no other one would do. */
export async function listenOrExplain(server: Server, at: RestPort): Promise<number> {
  const { host, port, setting } = at;
  try {
    return await listenOn(server, port, host);
  } catch (thrown) {
    if (!hasCode(thrown, 'EADDRINUSE')) {
      throw new VaultError('unavailable', `Port ${port} on ${host} cannot be used.`, {
        reason: 'config',
        hint: `Choose another one with ${setting}.`,
        cause: thrown,
      });
    }
    const { who, fix } = describeHolder(await askWhoAnswers(at));
    throw new VaultError('unavailable', `Port ${port} is taken: ${who} answers there.`, {
      reason: 'config',
      hint: `${fix} Or choose another port with ${setting}, and tell the clients.`,
      cause: thrown,
    });
  }
}

/** Programs that may hold the port, told by what they say about themselves. */
function describeHolder(status: Readonly<Record<string, unknown>>): { who: string; fix: string } {
  if (status.vaultd !== undefined) {
    return { who: 'another vaultd', fix: 'Stop the other one, or give its vaults to this one.' };
  }
  if (status.service === 'Obsidian Local REST API') {
    return {
      who: 'the Local REST API plugin of Obsidian',
      fix: 'Switch the plugin off, or close Obsidian.',
    };
  }
  return { who: 'another program', fix: 'Stop that program.' };
}

/** What `GET /` of whoever holds the port says; empty when it says nothing that we understand. */
function askWhoAnswers({ host, port, isTls }: RestPort): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(restLimits.whoMs);
  // Its certificate is of no interest: nothing secret is sent.
  const options = { host, port, signal, rejectUnauthorized: false, agent: false };
  return new Promise((resolve) => {
    const asked = (isTls ? getTls : get)(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > restLimits.whoBytesMax) response.destroy();
      });
      response.on('close', () => resolve(toRecord(tryParseJson(text))));
    });
    asked.on('error', () => resolve({}));
  });
}
