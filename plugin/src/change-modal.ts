import { type App, Modal } from 'obsidian';
import type { Daemon } from './daemon.ts';
import { DiffEditor } from './diff-editor.ts';
import { toSentence } from './failures.ts';
import { isComparable } from './proposal.ts';

interface ShownChange {
  readonly client: string;
  readonly files: readonly {
    readonly what: string;
    readonly path: string;
    readonly to?: string;
    readonly before?: string;
    readonly after?: string;
  }[];
}

const filesShown = 10;

/** The texts before and after a change. */
export class ChangeModal extends Modal {
  readonly #daemon: Daemon;
  readonly #change: string;
  readonly #editors: DiffEditor[] = [];

  constructor(app: App, daemon: Daemon, change: string) {
    super(app);
    this.#daemon = daemon;
    this.#change = change;
    this.modalEl.addClass('vaultd-change');
  }

  onOpen(): void {
    void this.#show();
  }

  onClose(): void {
    for (const editor of this.#editors) editor.destroy();
    this.contentEl.empty();
  }

  async #show(): Promise<void> {
    const { contentEl } = this;
    try {
      const change = this.#change;
      const { client, files } = await this.#daemon.call<ShownChange>('GetChange', { change });
      this.setTitle(`Changed by ${client}`);
      for (const file of files.slice(0, filesShown)) this.#showFile(file);
      if (files.length > filesShown) {
        contentEl.createEl('p', { text: `${files.length - filesShown} more files changed.` });
      }
    } catch (thrown) {
      contentEl.createEl('p', { text: toSentence(thrown) });
    }
  }

  #showFile({ what, path, to, before, after }: ShownChange['files'][number]): void {
    const { contentEl } = this;
    const name = to === undefined ? path : `${path} → ${to}`;
    contentEl.createDiv({ cls: 'vaultd-path', text: `${what}: ${name}` });
    if (before === undefined && after === undefined) return;
    const [oldText, newText] = [before ?? '', after ?? ''];
    if (!isComparable(oldText, newText)) {
      contentEl.createEl('p', { text: 'The texts are too large to compare.' });
      return;
    }
    const parent = contentEl.createDiv({ cls: 'vaultd-texts' });
    this.#editors.push(
      new DiffEditor({ parent, oldText, newText, layout: 'unified', isEditable: false }),
    );
  }
}
