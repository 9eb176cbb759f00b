import { Strict } from './strict.ts';

type Callback = (...args: never[]) => unknown;

export interface EventRef {
  readonly owner: Events;
  readonly name: string;
  readonly callback: Callback;
}

export class Events extends Strict {
  refs: EventRef[] = [];

  on(name: string, callback: Callback): EventRef {
    const ref = { owner: this, name, callback };
    this.refs.push(ref);
    return ref;
  }

  offref(ref: EventRef): void {
    this.refs = this.refs.filter((each) => each !== ref);
  }

  trigger(name: string, ...args: unknown[]): void {
    for (const ref of this.refs) if (ref.name === name) ref.callback(...(args as never[]));
  }
}

export class Component extends Strict {
  isLoaded = false;
  endings: (() => unknown)[] = [];

  load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.onload();
  }

  onload(): unknown {
    return undefined;
  }

  unload(): void {
    if (!this.isLoaded) return;
    this.isLoaded = false;
    for (const end of this.endings.splice(0).reverse()) end();
    this.onunload();
  }

  onunload(): void {
    // Plugins and views have their own.
  }

  register(end: () => unknown): void {
    this.endings.push(end);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.owner.offref(ref));
  }

  registerDomEvent(target: EventTarget, name: string, listener: EventListener): void {
    target.addEventListener(name, listener);
    domListeners.count++;
    this.register(() => {
      target.removeEventListener(name, listener);
      domListeners.count--;
    });
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}

/** How many listeners components have on the page. */
export const domListeners = { count: 0 };
