import type { Extension } from '@codemirror/state';
import type { App } from './app.ts';
import { Component } from './events.ts';
import type { PostProcessorContext } from './preview.ts';
import type { PluginSettingTab } from './setting.ts';
import { Strict } from './strict.ts';
import { MarkdownView, type View } from './views.ts';
import type { WorkspaceLeaf } from './workspace.ts';

export interface Command {
  id: string;
  name: string;
  readonly hotkeys?: readonly unknown[];
  readonly callback?: () => unknown;
  readonly checkCallback?: (isChecking: boolean) => boolean | undefined;
  readonly editorCallback?: (editor: unknown, view: MarkdownView) => unknown;
}

/** The palette. Not in the app's declarations, but in every app. */
export class Commands extends Strict {
  app: App;
  commands: Record<string, Command> = {};

  constructor(app: App) {
    super();
    this.app = app;
  }

  listCommands(): Command[] {
    return Object.values(this.commands).filter((command) => this.canRun(command));
  }

  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    if (command === undefined || !this.canRun(command)) return false;
    const { callback, checkCallback, editorCallback } = command;
    const view = this.app.workspace.activeEditor;
    if (checkCallback !== undefined) checkCallback(false);
    else if (editorCallback !== undefined && view !== null) editorCallback(view.editor, view);
    else callback?.();
    return true;
  }

  canRun({ checkCallback, editorCallback }: Command): boolean {
    if (checkCallback !== undefined) return checkCallback(true) === true;
    const { activeEditor } = this.app.workspace;
    return editorCallback === undefined || activeEditor instanceof MarkdownView;
  }
}

export interface PluginManifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

export class Plugin extends Component {
  app: App;
  manifest: PluginManifest;

  constructor(app: App, manifest: PluginManifest) {
    super();
    this.app = app;
    this.manifest = manifest;
  }

  addCommand(command: Command): Command {
    const commands = this.app.commands?.commands ?? {};
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    commands[command.id] = command;
    this.register(() => Reflect.deleteProperty(commands, command.id));
    return command;
  }

  addStatusBarItem(): HTMLElement {
    const item = this.app.statusBarEl.createDiv({ cls: 'status-bar-item' });
    this.register(() => item.remove());
    return item;
  }

  addSettingTab(tab: PluginSettingTab): void {
    this.app.settingTabs.set(this.manifest.id, tab);
    this.register(() => this.app.settingTabs.delete(this.manifest.id));
  }

  registerView(type: string, creator: (leaf: WorkspaceLeaf) => View): void {
    const { workspace } = this.app;
    workspace.creators.set(type, creator);
    this.register(() => {
      workspace.creators.delete(type);
      // The app leaves the tabs, and shows in them that the plugin is gone.
      for (const leaf of workspace.getLeavesOfType(type)) {
        const { state = {} } = leaf.getViewState();
        void leaf.view.close();
        leaf.defer(type, state);
      }
    });
  }

  registerEditorExtension(extension: Extension): void {
    const { extensions } = this.app;
    extensions.list.push(extension);
    extensions.update();
    this.register(() => {
      extensions.list.splice(extensions.list.indexOf(extension), 1);
      extensions.update();
    });
  }

  registerMarkdownPostProcessor(
    process: (element: HTMLElement, context: PostProcessorContext) => unknown,
  ): void {
    this.app.postProcessors.push(process);
    this.register(() => {
      this.app.postProcessors.splice(this.app.postProcessors.indexOf(process), 1);
    });
  }

  async loadData(): Promise<unknown> {
    const text = await this.app.vault.adapter.bridge.ask<string | null>('loadData');
    return text === null ? null : JSON.parse(text);
  }

  async saveData(data: unknown): Promise<void> {
    await this.app.vault.adapter.bridge.ask('saveData', JSON.stringify(data));
  }
}
