import type { Server } from '@modelcontextprotocol/server';
import { pathsOf } from '../../contract/events.ts';
import { isNote } from '../../contract/paths.ts';
import type { VisibleChange } from '../../operations/sessions.ts';
import type { McpContext } from './context.ts';
import { toNoteUri } from './resources.ts';

/** The first protocol revision in which subscriptions are kept by the transport. */
const modernRevision = '2026-07-28';

/** Tells the client about notes that change, as far as it may know of them. */
export function followVault({ session, log }: McpContext, server: Server): void {
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
  session.onChanges((batch) => {
    const { uris, isListChanged } = toNotices(batch);
    const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= modernRevision;
    for (const uri of uris) {
      if (isModern || watched.has(uri)) send(server.sendResourceUpdated({ uri }));
    }
    if (isListChanged) send(server.sendResourceListChanged());
  });
}

/** The notes that a client is told of, and whether there are others than before. */
export function toNotices(batch: readonly VisibleChange[]): {
  readonly uris: ReadonlySet<string>;
  readonly isListChanged: boolean;
} {
  const ofNotes = batch.filter((change) => pathsOf(change).some(isNote));
  return {
    uris: new Set(ofNotes.flatMap(pathsOf).filter(isNote).map(toNoteUri)),
    isListChanged: ofNotes.some(({ kind }) => kind !== 'modified'),
  };
}
