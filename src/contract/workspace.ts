import type { VaultPath } from './paths.ts';

/** A place in a text: counted from zero, characters are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A stretch of a text; `end` is exclusive. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
}

/** What one editor shows, as a whole. */
export interface EditorState {
  readonly active: VaultPath | undefined;
  /** In the active note. A bare cursor is an empty range. */
  readonly selection: TextRange | undefined;
  /** The selected text. */
  readonly text: string;
  /** Every open note, the active one included. */
  readonly open: readonly VaultPath[];
  /** Those of them with text that is not saved. */
  readonly dirty: readonly VaultPath[];
}

export const nothingOpen: EditorState = {
  active: undefined,
  selection: undefined,
  text: '',
  open: [],
  dirty: [],
};

/** How much of what the user has open is shared with assistants. */
export const shareModes = ['selection', 'file', 'off'] as const;
export type ShareMode = (typeof shareModes)[number];

export interface SharingRules {
  readonly mode: ShareMode;
  /** Globs of notes that no assistant sees. */
  readonly exclude: readonly string[];
  /** A property that withholds its note when it says no. */
  readonly flag: string;
}

/** A text that is proposed for a file, waiting for a person to decide. */
export interface DiffInfo {
  readonly id: string;
  readonly path: VaultPath;
  /** What its owner calls it. */
  readonly title: string;
  /** Who proposes it. */
  readonly client: string;
  readonly since: number;
  /** The file has changed since. */
  readonly isStale: boolean;
  /** Nothing could show it, so its owner asks the user itself; it can be seen, but not decided here. */
  readonly isDecidedElsewhere: boolean;
}

/** How a proposal ends. Only `accepted` has a text: the person may have changed it. */
export type DiffEnd =
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'rejected' | 'closed' | 'withdrawn' | 'replaced' | 'abandoned' | 'stopped' };

/** One session's hold on the workspace; it ends with the session. */
export interface SessionRef {
  readonly id: string;
  readonly ended: AbortSignal;
}

/** A note, or lines of it, that the user puts before an assistant. Lines count from zero, both included. */
export interface Mention {
  readonly path: VaultPath;
  readonly lines?: { readonly start: number; readonly end: number };
}

/** An assistant that takes mentions. */
export interface MentionReceiver {
  readonly id: string;
  /** The most recently active one is meant when none is named. */
  activeAt(): number;
  /** Throws when it cannot take this one. */
  deliver(mention: Mention): void;
}

/** A command of the app, as its palette shows it. */
export interface AppCommand {
  readonly id: string;
  readonly name: string;
}

/** A question to an app that is attached. */
export interface AskedApp {
  /** What the answer names. */
  readonly call: string;
  /** Whose session it is. */
  readonly session: string;
}

/** For whom an app is asked to run a command. */
export interface Asker {
  readonly client: string;
  readonly session?: string | undefined;
}

/** Why an app did not do what it was asked to. */
export const appRefusals = ['refused', 'unknown', 'failed'] as const;

/** What an app says when it was asked to do something. */
export type AppAnswer =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly why: (typeof appRefusals)[number];
      readonly message?: string | undefined;
    };

/** Something about editors or proposals is different now. */
export type WorkspaceEvent =
  /** What is open or selected, after it has come to rest for a moment. */
  | { readonly kind: 'state' }
  /** What may be shared with assistants. */
  | { readonly kind: 'sharing' }
  | { readonly kind: 'diff-opened' | 'diff-changed'; readonly diff: DiffInfo }
  /** `by`: the client in which a person decided. */
  | {
      readonly kind: 'diff-closed';
      readonly diff: DiffInfo;
      readonly end: DiffEnd;
      readonly by?: string;
    }
  /** The editors are asked to show a note; `asked` is the one that says whether it did. */
  | {
      readonly kind: 'open-wanted';
      readonly path: VaultPath;
      readonly selection?: TextRange;
      readonly newTab?: boolean;
      readonly asked?: AskedApp;
    }
  /** One app is asked to run a command of its own. */
  | {
      readonly kind: 'command-wanted';
      readonly asked: AskedApp;
      readonly command: AppCommand;
      readonly by: Asker;
    }
  /** No answer is wanted any more. */
  | { readonly kind: 'call-withdrawn'; readonly asked: AskedApp }
  /** The editor of a note is asked to save it. */
  | { readonly kind: 'save-wanted'; readonly path: VaultPath };

/** Who reports what is open, the one to believe first. An agent only asks for notes to be opened. */
export const editorKinds = ['plugin', 'dashboard', 'editor', 'agent'] as const;
export type EditorKind = (typeof editorKinds)[number];
