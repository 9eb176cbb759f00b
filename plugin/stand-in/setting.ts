import type { App } from './app.ts';
import { Strict } from './strict.ts';

class ButtonComponent extends Strict {
  buttonEl: HTMLElement;

  constructor(parent: HTMLElement) {
    super();
    this.buttonEl = parent.createEl('button');
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  onClick(click: () => unknown): this {
    this.buttonEl.addEventListener('click', () => click());
    return this;
  }
}

class ToggleComponent extends Strict {
  toggleEl: HTMLInputElement;

  constructor(parent: HTMLElement) {
    super();
    this.toggleEl = parent.createEl('input', { type: 'checkbox' });
  }

  setValue(isOn: boolean): this {
    this.toggleEl.checked = isOn;
    return this;
  }

  onChange(change: (isOn: boolean) => unknown): this {
    this.toggleEl.addEventListener('change', () => change(this.toggleEl.checked));
    return this;
  }
}

class TextComponent extends Strict {
  inputEl: HTMLInputElement;

  constructor(parent: HTMLElement) {
    super();
    this.inputEl = parent.createEl('input', { type: 'text' });
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(text: string): this {
    this.inputEl.placeholder = text;
    return this;
  }

  onChange(change: (value: string) => unknown): this {
    this.inputEl.addEventListener('input', () => change(this.inputEl.value));
    return this;
  }
}

class DropdownComponent extends Strict {
  selectEl: HTMLSelectElement;

  constructor(parent: HTMLElement) {
    super();
    this.selectEl = parent.createEl('select');
  }

  addOptions(options: Readonly<Record<string, string>>): this {
    for (const [value, text] of Object.entries(options)) {
      this.selectEl.createEl('option', { value, text });
    }
    return this;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  setDisabled(isDisabled: boolean): this {
    this.selectEl.disabled = isDisabled;
    return this;
  }

  onChange(change: (value: string) => unknown): this {
    this.selectEl.addEventListener('change', () => change(this.selectEl.value));
    return this;
  }
}

export class Setting extends Strict {
  settingEl: HTMLElement;
  nameEl: HTMLElement;
  descEl: HTMLElement;
  controlEl: HTMLElement;

  constructor(parent: HTMLElement) {
    super();
    this.settingEl = parent.createDiv({ cls: 'setting-item' });
    const info = this.settingEl.createDiv({ cls: 'setting-item-info' });
    this.nameEl = info.createDiv({ cls: 'setting-item-name' });
    this.descEl = info.createDiv({ cls: 'setting-item-description' });
    this.controlEl = this.settingEl.createDiv({ cls: 'setting-item-control' });
  }

  setName(name: string): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(text: string): this {
    this.descEl.setText(text);
    return this;
  }

  addButton(fill: (button: ButtonComponent) => unknown): this {
    fill(new ButtonComponent(this.controlEl));
    return this;
  }

  addToggle(fill: (toggle: ToggleComponent) => unknown): this {
    fill(new ToggleComponent(this.controlEl));
    return this;
  }

  addText(fill: (text: TextComponent) => unknown): this {
    fill(new TextComponent(this.controlEl));
    return this;
  }

  addDropdown(fill: (dropdown: DropdownComponent) => unknown): this {
    fill(new DropdownComponent(this.controlEl));
    return this;
  }
}

export class PluginSettingTab extends Strict {
  app: App;
  containerEl: HTMLElement;

  constructor(app: App, _plugin: unknown) {
    super();
    this.app = app;
    this.containerEl = document.createElement('div');
    this.containerEl.className = 'vertical-tab-content';
  }

  display(): void {
    // Plugins have their own.
  }

  hide(): void {
    // The same.
  }
}
