import { movedPath, type VaultPath } from '../../../contract/paths.ts';
import {
  type EditorKind,
  type EditorState,
  editorKinds,
  nothingOpen,
  type SessionRef,
  type TextRange,
} from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Clock } from '../../../kit/clock.ts';

/** Text that is or was selected. */
export interface Selected {
  readonly path: VaultPath;
  readonly selection: TextRange;
  readonly text: string;
}

/** A note with text that only an editor has. */
export interface UnsavedNote {
  readonly path: VaultPath;
  /** Whose editor it is. */
  readonly client: string;
}

/** Who reports. */
export interface EditorIdentity {
  readonly kind: EditorKind;
  readonly client: string;
}

export interface OpenOptions {
  /** Bring it to the front, or only add it to what is open. */
  readonly front: boolean;
  readonly selection?: TextRange | undefined;
  readonly text?: string | undefined;
}

interface Source {
  readonly kind: EditorKind;
  readonly session: string;
  client: string;
  state: EditorState;
  /** The last sign of life. */
  at: number;
  /** Reports are numbered, since clocks stand still and jump. */
  order: number;
  latest: (Selected & { readonly order: number }) | undefined;
}

export interface EditorsOptions {
  readonly clock: Clock;
  /** What to show when no editor is attached. */
  stored(): VaultPath | undefined;
  changed(): void;
}

/** What every attached editor reports. A report dies with its session. */
export class Editors {
  readonly #options: EditorsOptions;
  readonly #sources = new Map<string, Source>();
  /** What was active lately, the last one first. It outlives the editors that showed it. */
  readonly #recent: VaultPath[] = [];
  #reports = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: EditorsOptions) {
    this.#options = options;
  }

  /** An editor says what it shows now, as a whole. */
  report(session: SessionRef, { kind, client }: EditorIdentity, state: EditorState): void {
    const source = this.#sourceOf(session, kind);
    source.client = client;
    source.state = state;
    source.at = this.#options.clock.now();
    source.order = ++this.#reports;
    const { active, selection, text } = state;
    if (active !== undefined) this.#remember(active);
    if (active !== undefined && selection !== undefined && text !== '') {
      source.latest = { path: active, selection, text, order: source.order };
    }
    this.#changed();
  }

  /** A client that is no editor wants a note open. It counts until an editor reports what it shows. */
  open(session: SessionRef, path: VaultPath, { front, selection, text = '' }: OpenOptions): void {
    const { state, client } = this.#sourceOf(session, 'agent');
    const open = state.open.includes(path) ? state.open : [...state.open, path];
    const shown = front ? { active: path, selection, text } : {};
    this.report(
      session,
      { kind: 'agent', client },
      {
        ...state,
        ...shown,
        open: open.slice(-workspaceLimits.notesOpenMax),
      },
    );
  }

  /** The strongest editor says what is active; open and unsaved is what any editor has open or unsaved. */
  state(): EditorState {
    const live = this.#live();
    const front = this.#front(live);
    const open = [...front.open, ...live.flatMap(({ state }) => state.open)];
    const dirty = live.flatMap(({ state }) => state.dirty);
    return { ...front, open: [...new Set(open)], dirty: [...new Set(dirty)] };
  }

  /** The last text that was selected and not only pointed at. */
  latest(): Selected | undefined {
    return this.#live()
      .flatMap(({ latest }) => latest ?? [])
      .sort((a, b) => b.order - a.order)[0];
  }

  recent(): readonly VaultPath[] {
    return this.#recent;
  }

  /** True while an editor holds text of the note that is not saved. */
  isDirty(path: VaultPath): boolean {
    return this.#live().some(({ state }) => state.dirty.includes(path));
  }

  /**
   * Notes whose text would be lost if their files were changed now, but for those that this session
   * holds itself. Pages of the dashboard write only over the version they started from, so that
   * their drafts lose nothing.
   */
  unsaved(except: string | undefined): UnsavedNote[] {
    if (this.#sources.size === 0) return [];
    return this.#live()
      .filter(({ kind, session }) => kind !== 'dashboard' && session !== except)
      .flatMap(({ client, state }) => state.dirty.map((path) => ({ path, client })));
  }

  /** Follows a file that was renamed while it is open. */
  moved(from: VaultPath, to: VaultPath): void {
    for (const source of this.#sources.values()) {
      const { active, open, dirty } = source.state;
      source.state = {
        ...source.state,
        active: active && movedPath(active, from, to),
        open: open.map((path) => movedPath(path, from, to)),
        dirty: dirty.map((path) => movedPath(path, from, to)),
      };
    }
    if (this.#sources.size > 0) this.#changed();
  }

  close(): void {
    clearTimeout(this.#expiry);
    this.#sources.clear();
  }

  #remember(path: VaultPath): void {
    const at = this.#recent.indexOf(path);
    if (at !== -1) this.#recent.splice(at, 1);
    this.#recent.unshift(path);
    this.#recent.length = Math.min(this.#recent.length, workspaceLimits.recentMax);
  }

  #front(live: readonly Source[]): EditorState {
    const agents = live.filter(({ kind, state }) => kind === 'agent' && state.active);
    const editors = live.filter(({ kind }) => kind !== 'agent');
    const [agent] = agents.sort((a, b) => b.order - a.order);
    const [editor] = editors.sort((a, b) => rankOf(a) - rankOf(b) || b.order - a.order);
    if (agent !== undefined && editors.every(({ order }) => order < agent.order))
      return agent.state;
    if (editor !== undefined) return editor.state;
    const active = this.#options.stored();
    return active === undefined ? nothingOpen : { ...nothingOpen, active, open: [active] };
  }

  #live(): Source[] {
    const since = this.#options.clock.now() - workspaceLimits.silentMsMax;
    return [...this.#sources.values()].filter(({ at }) => at > since);
  }

  #sourceOf(session: SessionRef, kind: EditorKind): Source {
    const key = `${kind} ${session.id}`;
    const known = this.#sources.get(key);
    if (known !== undefined) return known;
    const source = {
      kind,
      session: session.id,
      client: session.id,
      state: nothingOpen,
      at: 0,
      order: 0,
      latest: undefined,
    };
    this.#sources.set(key, source);
    session.ended.addEventListener('abort', () => {
      if (this.#sources.delete(key)) this.#changed();
    });
    return source;
  }

  #changed(): void {
    this.#options.changed();
    // The state of an editor that falls silent expires, and that is a change too.
    clearTimeout(this.#expiry);
    if (this.#sources.size === 0) return;
    this.#expiry = setTimeout(() => this.#options.changed(), workspaceLimits.silentMsMax + 1);
    this.#expiry.unref();
  }
}

function rankOf({ kind }: Source): number {
  return editorKinds.indexOf(kind);
}
