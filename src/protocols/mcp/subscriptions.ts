import type { Server } from '@modelcontextprotocol/server';
import type { VaultChange } from '../../contract/events.ts';
import { isNote } from '../../contract/paths.ts';
import type { McpContext } from './context.ts';
import { toNoteUri } from './resources.ts';

/** The first protocol revision in which subscriptions are kept by the transport. */
const modernRevision = '2026-07-28';

/** Tells the client about notes that change, as far as it may know of them. */
export function followVault({ session, vault, log }: McpContext, server: Server): void {
  const watched = new Set<string>();
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  const send = (sending: Promise<void>) =>
    void sending.catch((thrown) => log.debug('a notice was not sent', { error: String(thrown) }));
  const stop = vault.changes.on((batch) => {
    const paths = batch
      .flatMap(pathsOf)
      .filter((path) => isNote(path) && session.view.policy.mayRead(path));
    const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= modernRevision;
    const uris = [...new Set(paths.map(toNoteUri))];
    for (const uri of uris) {
      if (isModern || watched.has(uri)) send(server.sendResourceUpdated({ uri }));
    }
    if (paths.length > 0 && batch.some(({ kind }) => kind !== 'modified')) {
      send(server.sendResourceListChanged());
    }
  });
  session.signal.addEventListener('abort', stop, { once: true });
}

function pathsOf(change: VaultChange): string[] {
  return change.kind === 'renamed' ? [change.path, change.newPath] : [change.path];
}
