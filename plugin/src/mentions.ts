import { type App, type MarkdownView, Notice, SuggestModal } from 'obsidian';
import type { Daemon } from './daemon.ts';
import { toSentence } from './failures.ts';
import { type MentionedLines, toMentionedLines } from './mentioned-lines.ts';
import type { OpenNotes } from './open-notes.ts';

/** A session of an assistant, as the daemon lists it. */
export interface AssistantSession {
  readonly id: string;
  readonly client: string;
  readonly since: string;
}

interface ListedClient extends AssistantSession {
  readonly protocol: string;
}

/** Puts notes, or lines of them, before an assistant. */
export class Mentions {
  readonly #daemon: Daemon;
  readonly #notes: OpenNotes;

  constructor(daemon: Daemon, notes: OpenNotes) {
    this.#daemon = daemon;
    this.#notes = notes;
  }

  /** The selected lines of the active note, or all of it; to the session that was active last. */
  async mentionActive(session?: string): Promise<void> {
    const view = this.#notes.activeView;
    const path = view?.file?.path ?? this.#notes.active;
    if (path !== undefined) await this.mention([path], view && this.#linesOf(view), session);
  }

  /** Several files at once, each as a whole. */
  async mention(paths: readonly string[], lines?: MentionedLines, session?: string): Promise<void> {
    for (const path of paths) {
      try {
        // The assistant reads the file.
        await this.#notes.save(path);
        await this.#daemon.call('Mention', { path, ...lines, ...(session && { session }) });
      } catch (thrown) {
        new Notice(toSentence(thrown));
        return;
      }
    }
  }

  /** The sessions of assistants, the one that was active last first. */
  async listSessions(): Promise<AssistantSession[]> {
    type Listed = { readonly clients: readonly (ListedClient & { readonly last_at: string })[] };
    const { clients } = await this.#daemon.call<Listed>('ListSessions');
    return clients
      .filter(({ protocol }) => protocol === 'ide')
      .sort((a, b) => b.last_at.localeCompare(a.last_at));
  }

  #linesOf(view: MarkdownView): MentionedLines | undefined {
    const selected = this.#notes.readSelection(view.leaf);
    return selected && toMentionedLines(selected.range);
  }
}

/** Asks which session is meant. */
export class SessionChooser extends SuggestModal<AssistantSession> {
  readonly #sessions: readonly AssistantSession[];
  readonly #choose: (session: AssistantSession) => void;

  constructor(
    app: App,
    sessions: readonly AssistantSession[],
    choose: (session: AssistantSession) => void,
  ) {
    super(app);
    this.#sessions = sessions;
    this.#choose = choose;
    this.setPlaceholder('Mention to which session?');
  }

  getSuggestions(query: string): AssistantSession[] {
    const wanted = query.toLowerCase();
    return this.#sessions.filter((each) => describe(each).toLowerCase().includes(wanted));
  }

  renderSuggestion(session: AssistantSession, element: HTMLElement): void {
    element.setText(describe(session));
  }

  onChooseSuggestion(session: AssistantSession): void {
    this.#choose(session);
  }
}

function describe({ client, since, id }: AssistantSession): string {
  return `${client}, since ${new Date(since).toLocaleTimeString()} (${id})`;
}
