import type { VaultPath } from '../../../contract/paths.ts';
import type { AppCommand } from '../../../contract/workspace.ts';

/** Whether work is done on the files, by the app, or by the app while it is there. */
export const hostModes = ['files', 'app', 'auto'] as const;
export type HostMode = (typeof hostModes)[number];

/** The configuration of apps. */
export interface HostSettings {
  readonly mode: HostMode;
  /** The command line tool of the app: a path, or a name to be found. */
  readonly program: string;
  /** Start the app when it does not run. */
  readonly launches: boolean;
  /** Ask the app for facts that could be read from the files, too. */
  readonly isStrict: boolean;
  readonly plugin?: PluginSettings | undefined;
  /** What the tool and the system's opener are started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The Local REST API plugin. Its certificate is its own, so it is checked only on demand. */
export interface PluginSettings {
  readonly url: string;
  readonly key: string;
  readonly checksCertificate: boolean;
}

/** Shows notes to a person. */
export interface Viewer {
  open(path: VaultPath, options: { readonly newTab: boolean }, signal: AbortSignal): Promise<void>;
}

/** The command palette of an app. */
export interface Palette {
  commands(signal: AbortSignal): Promise<AppCommand[]>;
  /** Throws when there is no such command. */
  run(id: string, signal: AbortSignal): Promise<void>;
}

/**
 * An app that is running. It gets only paths and names that were resolved and
 * checked, never the text of a note. What it says is no proof: callers check the disk.
 */
export interface AppHost extends Viewer, Palette {
  move(path: VaultPath, to: VaultPath, signal: AbortSignal): Promise<void>;
  rename(path: VaultPath, name: string, signal: AbortSignal): Promise<void>;
  remove(path: VaultPath, permanent: boolean, signal: AbortSignal): Promise<void>;
  create(path: VaultPath, template: string, signal: AbortSignal): Promise<void>;
  /** Anything else that only the app knows, as it prints it. */
  ask(command: AppQuestion, signal: AbortSignal): Promise<string>;
  /** Facts about files are asked of the app, too. */
  readonly isStrict: boolean;
}

export interface AppQuestion {
  readonly command: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** What can act outside the files. */
export interface Hosts {
  readonly mode: HostMode;
  /** The app that shall do the work of a call; undefined: it is done on the files. */
  choose(signal: AbortSignal): Promise<AppHost | undefined>;
  /** What can show a note; undefined when nothing can. */
  viewer(signal: AbortSignal): Promise<Viewer | undefined>;
  /** What has commands to run; undefined when nothing has. */
  palette(signal: AbortSignal): Promise<Palette | undefined>;
  /** The file that the app has in front, if an app can be asked. */
  active(signal: AbortSignal): Promise<VaultPath | undefined>;
}
