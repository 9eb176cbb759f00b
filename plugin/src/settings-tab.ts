import { type App, type Plugin, PluginSettingTab, Setting } from 'obsidian';
import type { Daemon } from './daemon.ts';
import { toSentence } from './failures.ts';
import type { Settings } from './settings.ts';
import { addCommand, describeState, startCommand } from './status-bar.ts';

export interface SettingsDesk {
  readonly daemon: Daemon;
  readonly folder: string;
  readonly settings: () => Settings;
  /** Stores new settings and acts on them. */
  readonly change: (settings: Partial<Settings>) => Promise<void>;
  /** Why the path cannot be a socket; empty where it can. */
  readonly checkSocket: (path: string) => Promise<string>;
}

type ShareMode = 'selection' | 'file' | 'off';

interface Item {
  readonly name: string;
  readonly desc: string;
  render(setting: Setting): void;
}

/** The page in the app's settings. Newer apps search the same items that older ones are shown. */
export class CompanionSettingTab extends PluginSettingTab {
  readonly #desk: SettingsDesk;

  constructor(app: App, plugin: Plugin, desk: SettingsDesk) {
    super(app, plugin);
    this.#desk = desk;
  }

  getSettingDefinitions(): Item[] {
    return this.#items();
  }

  display(): void {
    this.containerEl.empty();
    for (const item of this.#items()) {
      item.render(new Setting(this.containerEl).setName(item.name).setDesc(item.desc));
    }
  }

  #items(): Item[] {
    const { daemon, folder } = this.#desk;
    return [
      {
        name: 'Connection',
        desc: connectionHelp(daemon, folder),
        render: (setting) => {
          setting.addButton((button) =>
            button.setButtonText('Connect again').onClick(() => daemon.start()),
          );
        },
      },
      { ...this.#sharing() },
      this.#toggle(
        'Show proposed changes',
        'Open what agents propose beside the note. When off, the dashboard or the terminal asks.',
        'showProposals',
      ),
      this.#toggle(
        'Mark changed lines',
        'Highlight what an agent has changed in an open note, until you edit it.',
        'markEdits',
      ),
      this.#toggle(
        'Show activity at start',
        'Open the list of what agents did.',
        'activityAtStart',
      ),
      this.#toggle(
        'Start paused',
        'Share nothing with agents until you resume sharing.',
        'pausedAtStart',
      ),
      this.#socket(),
    ];
  }

  #sharing(): Item {
    const { daemon } = this.#desk;
    return {
      name: 'Share with assistants',
      desc: 'What assistants can see of the notes that you have open. This is a setting of the daemon.',
      render: (setting) => {
        setting.addDropdown(async (dropdown) => {
          dropdown.addOptions({
            selection: 'Note and selection',
            file: 'Name of the note only',
            off: 'Nothing',
          });
          dropdown.onChange((mode) => {
            daemon.call('SetSharing', { mode }).catch((thrown: unknown) => {
              setting.setDesc(toSentence(thrown));
            });
          });
          try {
            const { mode } = await daemon.call<{ readonly mode: ShareMode }>('GetSharing');
            dropdown.setValue(mode);
          } catch {
            dropdown.setDisabled(true);
          }
        });
      },
    };
  }

  #socket(): Item {
    const { settings, change, checkSocket } = this.#desk;
    return {
      name: 'Socket',
      desc: 'Where the daemon listens. Leave empty for the usual place.',
      render: (setting) => {
        setting.addText((text) =>
          text.setValue(settings().socket).onChange(async (socket) => {
            const path = socket.trim();
            await change({ socket: path });
            setting.setDesc(
              (await checkSocket(path)) ||
                'Where the daemon listens. Leave empty for the usual place.',
            );
          }),
        );
      },
    };
  }

  #toggle(name: string, desc: string, key: keyof Settings): Item {
    const { settings, change } = this.#desk;
    return {
      name,
      desc,
      render: (setting) => {
        setting.addToggle((toggle) =>
          toggle.setValue(settings()[key] === true).onChange((value) => change({ [key]: value })),
        );
      },
    };
  }
}

/** The state of the connection, and what to type where there is none. */
function connectionHelp({ state }: Daemon, folder: string): string {
  const line = describeState(state);
  if (state.kind === 'waiting') return `${line} Start one in a terminal: ${startCommand}`;
  return state.kind === 'not-served' ? `${line} Add it in a terminal: ${addCommand(folder)}` : line;
}
