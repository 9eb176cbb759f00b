/** The helpers that the app adds to elements of every window. */
interface ElementOptions {
  readonly cls?: string | readonly string[];
  readonly text?: string | DocumentFragment;
  readonly attr?: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly href?: string;
  readonly placeholder?: string;
}

type Page = Window & typeof globalThis;

export function addHelpers(page: Page): void {
  const element: Record<string, unknown> = {
    createEl(this: HTMLElement, tag: string, options: ElementOptions = {}) {
      const made = this.ownerDocument.createElement(tag);
      applyOptions(made, options);
      this.append(made);
      return made;
    },
    createDiv(this: HTMLElement, options?: ElementOptions) {
      return this.createEl('div', options as DomElementInfo);
    },
    createSpan(this: HTMLElement, options?: ElementOptions) {
      return this.createEl('span', options as DomElementInfo);
    },
    empty(this: HTMLElement) {
      this.replaceChildren();
    },
    setText(this: HTMLElement, text: string | DocumentFragment) {
      this.replaceChildren(text);
    },
    addClass(this: HTMLElement, ...names: string[]) {
      this.classList.add(...names);
    },
    removeClass(this: HTMLElement, ...names: string[]) {
      this.classList.remove(...names);
    },
    toggleClass(this: HTMLElement, names: string, isOn: boolean) {
      this.classList.toggle(names, isOn);
    },
    isShown(this: HTMLElement) {
      return this.offsetParent !== null;
    },
  };
  Object.assign(page, {
    createEl(tag: string, options: ElementOptions = {}) {
      const made = page.document.createElement(tag);
      applyOptions(made, options);
      return made;
    },
  });
  for (const [name, value] of Object.entries(element)) {
    Object.defineProperty(page.HTMLElement.prototype, name, { value, configurable: true });
  }
}

function applyOptions(element: HTMLElement, options: ElementOptions): void {
  const { cls, text, attr, title, type, value, href, placeholder } = options;
  const names = typeof cls === 'string' ? cls.split(' ') : [...(cls ?? [])];
  element.classList.add(...names.filter((name) => name !== ''));
  if (text !== undefined) element.append(text);
  const attributes = { ...attr, title, type, value, href, placeholder };
  for (const [name, each] of Object.entries(attributes)) {
    if (each !== undefined) element.setAttribute(name, each);
  }
}
