import type { RestReply } from './frame.ts';
import { replyJson } from './frame.ts';
import type { Generation, RestKey } from './settings.ts';

/** The last release of the plugin in each generation that we know; 6 is not out yet. */
const releases: Record<Generation, string> = { 3: '3.6.2', 4: '4.1.7', 5: '5.1.0', 6: '6.0.0' };

/** The newest version of the app whose file formats we follow. */
const appVersion = '1.12.7';

export interface StatusFacts {
  readonly version: string;
  /** Of a request without a key. */
  readonly generation: () => Generation;
  /** Days that the certificate is still good. */
  readonly certificateDays: () => number;
}

/** `GET /`, which clients ask to see whether somebody is there. Only a right key learns more. */
export function answerStatus(
  { version, generation, certificateDays }: StatusFacts,
  key: RestKey | undefined,
): RestReply {
  const self = releases[key?.generation ?? generation()];
  return replyJson({
    status: 'OK',
    service: 'Obsidian Local REST API',
    authenticated: key !== undefined,
    versions: { obsidian: appVersion, self },
    manifest: {
      id: 'obsidian-local-rest-api',
      name: 'Local REST API (served by vaultd)',
      version: self,
      minAppVersion: '0.12.0',
      description: 'The interface of the Local REST API plugin, served by vaultd without the app.',
      author: 'vaultd',
      authorUrl: '',
      isDesktopOnly: true,
      dir: '.obsidian/plugins/obsidian-local-rest-api',
    },
    ...(key !== undefined && {
      certificateInfo: { validityDays: certificateDays(), regenerateRecommended: false },
      apiExtensions: [],
    }),
    vaultd: { version },
  });
}
