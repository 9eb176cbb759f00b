import type { App } from './app.ts';
import { Component } from './events.ts';
import { Strict } from './strict.ts';

/** Every notice that was shown. */
export const notices: string[] = [];
/** Every menu that was shown, the last one at the end. */
export const menus: Menu[] = [];

export class Notice extends Strict {
  containerEl: HTMLElement;
  noticeEl: HTMLElement;
  messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, _duration?: number) {
    super();
    notices.push(typeof message === 'string' ? message : (message.textContent ?? ''));
    this.containerEl = noticeContainer().createDiv({ cls: 'notice' });
    this.noticeEl = this.containerEl;
    this.messageEl = this.containerEl.createDiv({ cls: 'notice-message', text: message });
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.replaceChildren(message);
    return this;
  }

  hide(): void {
    this.containerEl.remove();
  }
}

function noticeContainer(): HTMLElement {
  const known = document.body.querySelector<HTMLElement>('.notice-container');
  return known ?? document.body.createDiv({ cls: 'notice-container' });
}

export class MenuItem extends Strict {
  title = '';
  click: (() => unknown) | undefined;

  setTitle(title: string | DocumentFragment): this {
    this.title = typeof title === 'string' ? title : (title.textContent ?? '');
    return this;
  }

  setIcon(_icon: string | null): this {
    return this;
  }

  setIsLabel(_isLabel: boolean): this {
    return this;
  }

  setDisabled(_isDisabled: boolean): this {
    return this;
  }

  setChecked(_isChecked: boolean): this {
    return this;
  }

  setSection(_section: string): this {
    return this;
  }

  onClick(click: () => unknown): this {
    this.click = click;
    return this;
  }
}

export class Menu extends Component {
  items: MenuItem[] = [];
  element: HTMLElement | undefined;

  addItem(fill: (item: MenuItem) => unknown): this {
    const item = new MenuItem();
    fill(item);
    this.items.push(item);
    return this;
  }

  addSeparator(): this {
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    menus.push(this);
    const element = document.body.createDiv({ cls: 'menu' });
    element.dataset.x = String(event.clientX);
    for (const { title, click } of this.items) {
      const row = element.createDiv({ cls: 'menu-item', text: title });
      row.addEventListener('click', () => {
        this.hide();
        click?.();
      });
    }
    this.element = element;
    return this;
  }

  hide(): this {
    this.element?.remove();
    return this;
  }
}

export class Modal extends Component {
  app: App;
  containerEl: HTMLElement;
  modalEl: HTMLElement;
  titleEl: HTMLElement;
  contentEl: HTMLElement;
  isOpen = false;

  constructor(app: App) {
    super();
    this.app = app;
    this.containerEl = document.createElement('div');
    this.containerEl.className = 'modal-container';
    this.modalEl = this.containerEl.createDiv({ cls: 'modal' });
    this.titleEl = this.modalEl.createDiv({ cls: 'modal-title' });
    this.contentEl = this.modalEl.createDiv({ cls: 'modal-content' });
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  open(): void {
    this.isOpen = true;
    document.body.append(this.containerEl);
    document.addEventListener('keydown', this.onKey);
    this.onOpen();
  }

  onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.close();
  };

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    document.removeEventListener('keydown', this.onKey);
    this.onClose();
    this.containerEl.remove();
  }

  onOpen(): void {
    // Dialogs have their own.
  }

  onClose(): void {
    // The same.
  }
}

export abstract class SuggestModal<T> extends Modal {
  inputEl: HTMLInputElement;
  resultEl: HTMLElement;

  constructor(app: App) {
    super(app);
    this.inputEl = this.modalEl.createEl('input', { cls: 'prompt-input' });
    this.resultEl = this.modalEl.createDiv({ cls: 'prompt-results' });
    this.inputEl.addEventListener('input', () => this.draw());
  }

  abstract getSuggestions(query: string): T[];
  abstract renderSuggestion(value: T, element: HTMLElement): void;
  abstract onChooseSuggestion(value: T): void;

  setPlaceholder(text: string): void {
    this.inputEl.placeholder = text;
  }

  override onOpen(): void {
    this.draw();
    this.inputEl.focus();
  }

  draw(): void {
    this.resultEl.replaceChildren();
    for (const value of this.getSuggestions(this.inputEl.value)) {
      const element = this.resultEl.createDiv({ cls: 'suggestion-item' });
      this.renderSuggestion(value, element);
      element.addEventListener('click', () => {
        this.close();
        this.onChooseSuggestion(value);
      });
    }
  }
}
