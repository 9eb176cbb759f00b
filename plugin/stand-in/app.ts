import type { Bridge } from './bridge.ts';
import { EditorExtensions } from './editor.ts';
import { Events } from './events.ts';
import { Commands } from './plugin.ts';
import type { PostProcessorContext } from './preview.ts';
import type { PluginSettingTab } from './setting.ts';
import { Strict } from './strict.ts';
import { FileSystemAdapter, type TFile, Vault } from './vault.ts';
import { Workspace } from './workspace.ts';

/** The keys of commands. Not in the app's declarations. */
class HotkeyManager extends Strict {
  customKeys: Record<string, unknown[]> = {};
  defaultKeys: Record<string, unknown[]> = {};
}

/** The settings dialog. Not in the app's declarations. */
class SettingDialog extends Strict {
  opened: string[] = [];

  open(): void {
    this.opened.push('open');
  }

  openTabById(id: string): { setQuery(query: string): void } {
    this.opened.push(id);
    return { setQuery: (query) => this.opened.push(query) };
  }
}

/** What the app knows about notes. Ours knows nothing. */
class MetadataCache extends Events {
  getFileCache(_file: TFile): null {
    return null;
  }
}

export class App extends Strict {
  vault: Vault;
  workspace: Workspace;
  metadataCache = new MetadataCache();
  fileManager = new Events();
  commands: Commands | undefined;
  hotkeyManager: HotkeyManager | undefined = new HotkeyManager();
  setting: SettingDialog | undefined = new SettingDialog();
  extensions = new EditorExtensions();
  postProcessors: ((element: HTMLElement, context: PostProcessorContext) => unknown)[] = [];
  settingTabs = new Map<string, PluginSettingTab>();
  statusBarEl: HTMLElement;
  /** Notes that were saved, in order. */
  saves: string[] = [];
  /** What becomes of a change from outside under an unsaved text. */
  outsideChanges: 'merge' | 'keep' = 'keep';

  constructor(bridge: Bridge, folder: string) {
    super();
    this.vault = new Vault(new FileSystemAdapter(bridge, folder));
    this.commands = new Commands(this);
    const container = document.body.createDiv({ cls: 'workspace' });
    this.statusBarEl = document.body.createDiv({ cls: 'status-bar' });
    this.workspace = new Workspace(this, container);
    this.vault.on('modify', (file: TFile) => void this.reload(file));
    this.vault.on('delete', (file: TFile) => this.closeTabs(file));
  }

  setActiveDocument(active: Document): void {
    Object.assign(globalThis, { activeDocument: active, activeWindow: active.defaultView });
  }

  async reload(file: TFile): Promise<void> {
    const text = await this.vault.read(file);
    for (const view of this.workspace.viewsOf(file)) {
      if (view.saved !== text) view.takeOutside(text);
    }
  }

  closeTabs(file: TFile): void {
    for (const view of this.workspace.viewsOf(file)) view.leaf.detach();
  }
}
