import { type App, Modal } from 'obsidian';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly isMain?: boolean;
}

/** Asks a question with a few buttons; undefined when it is closed or withdrawn without a choice. */
export function ask<T extends string>(
  app: App,
  title: string,
  lines: readonly string[],
  choices: readonly Choice<T>[],
  withdrawn?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const question = new Question(app, title, lines, choices, resolve);
    withdrawn?.addEventListener('abort', () => question.close());
    question.open();
  });
}

class Question<T extends string> extends Modal {
  readonly #lines: readonly string[];
  readonly #choices: readonly Choice<T>[];
  readonly #resolve: (choice: T | undefined) => void;
  #chosen: T | undefined;

  constructor(
    app: App,
    title: string,
    lines: readonly string[],
    choices: readonly Choice<T>[],
    resolve: (choice: T | undefined) => void,
  ) {
    super(app);
    this.setTitle(title);
    this.#lines = lines;
    this.#choices = choices;
    this.#resolve = resolve;
  }

  onOpen(): void {
    for (const line of this.#lines) this.contentEl.createEl('p', { text: line });
    const row = this.contentEl.createDiv({ cls: 'modal-button-container' });
    for (const { value, label, isMain } of this.#choices) {
      const button = row.createEl('button', { text: label, ...(isMain && { cls: 'mod-cta' }) });
      button.addEventListener('click', () => {
        this.#chosen = value;
        this.close();
      });
    }
  }

  onClose(): void {
    this.contentEl.empty();
    this.#resolve(this.#chosen);
  }
}
