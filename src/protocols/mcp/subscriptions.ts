import { pathsOf } from '../../contract/events.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { isNote } from '../../contract/paths.ts';
import { isRecord } from '../../kit/records.ts';
import type { Session, VisibleChange } from '../../operations/sessions.ts';
import type { Listeners, McpClient } from './backend.ts';
import { toSubscriptionMeta } from './envelope.ts';
import { wrongParams } from './protocol-error.ts';
import { toNoteUri } from './resources.ts';

/** Lists that can change. Only that of the notes does. */
const lists = ['promptsListChanged', 'resourcesListChanged', 'toolsListChanged'] as const;

/** What a client of the modern revision listens to. */
type Filter = Readonly<Partial<Record<(typeof lists)[number], true>>> & {
  readonly resourceSubscriptions?: readonly string[];
};

/** Notifies a client of notes that change, as far as it asked for them and may see them. */
export class NoteSubscriptions implements Listeners {
  readonly #session: Session;
  readonly #client: McpClient;
  /** Notes by URI, in revisions with a handshake. */
  readonly #watched = new Set<string>();
  /** In the modern revision, by the id of the request. */
  readonly #listening = new Map<string, Filter>();

  constructor(session: Session, client: McpClient) {
    this.#session = session;
    this.#client = client;
    session.onChanges((batch) => this.#publish(toNotices(batch)));
  }

  /** Resolves when the files are known: every later change is one that can be seen. */
  async subscribe(uri: string): Promise<void> {
    if (this.#watched.size >= mcpLimits.subscriptionsMax) throw tooMany();
    this.#watched.add(uri);
    await this.#session.view.listed();
  }

  unsubscribe(uri: string): void {
    this.#watched.delete(uri);
  }

  /** Acknowledges as much of what is wanted as there is, when the files are known. */
  async listen(id: string, wanted: unknown): Promise<void> {
    if (!isRecord(wanted))
      throw wrongParams('notifications must be an object that says what to tell.');
    const { resourceSubscriptions: uris } = wanted;
    const known = Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
    const max = mcpLimits.subscriptionsMax;
    if (this.#listening.size >= max || known.length > max) throw tooMany();
    const filter: Filter = {
      ...Object.fromEntries(
        lists.filter((list) => wanted[list] === true).map((list) => [list, true]),
      ),
      ...(known.length > 0 && { resourceSubscriptions: known }),
    };
    this.#listening.set(id, filter);
    await this.#session.view.listed();
    if (!this.#listening.has(id)) return;
    this.#notify('notifications/subscriptions/acknowledged', { notifications: filter }, id);
  }

  cancel(id: string): void {
    this.#listening.delete(id);
  }

  /** The ids of the requests that listened until now. */
  end(): string[] {
    const ids = [...this.#listening.keys()];
    this.#listening.clear();
    return ids;
  }

  #publish({ uris, isListChanged }: Notices): void {
    const listChanged = 'notifications/resources/list_changed';
    const updated = 'notifications/resources/updated';
    for (const uri of uris) if (this.#watched.has(uri)) this.#client.notify(updated, { uri });
    if (isListChanged && this.#client.hasHandshake) this.#client.notify(listChanged);
    for (const [id, filter] of this.#listening) {
      for (const uri of uris) {
        if (filter.resourceSubscriptions?.includes(uri)) this.#notify(updated, { uri }, id);
      }
      if (isListChanged && filter.resourcesListChanged) this.#notify(listChanged, {}, id);
    }
  }

  #notify(method: string, params: Record<string, unknown>, id: string): void {
    this.#client.notify(method, { ...params, _meta: toSubscriptionMeta(id) });
  }
}

/** The notes that changed, and whether there are others than before. */
export interface Notices {
  readonly uris: ReadonlySet<string>;
  readonly isListChanged: boolean;
}

export function toNotices(batch: readonly VisibleChange[]): Notices {
  const ofNotes = batch.filter((change) => pathsOf(change).some(isNote));
  return {
    uris: new Set(ofNotes.flatMap(pathsOf).filter(isNote).map(toNoteUri)),
    isListChanged: ofNotes.some(({ kind }) => kind !== 'modified'),
  };
}

function tooMany() {
  return wrongParams(`At most ${mcpLimits.subscriptionsMax} subscriptions are kept.`);
}
