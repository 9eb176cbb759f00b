import type { Bridge, BridgeAnswer } from './bridge.ts';

/** What a plugin gets from `require` in the desktop app, as far as ours may use it. */
export function createNodeModules(
  bridge: Bridge,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  Object.assign(globalThis, {
    Buffer: Bytes,
    process: {
      env,
      platform: 'linux',
      geteuid: () => 1000,
      nextTick: (act: () => void) => queueMicrotask(act),
    },
  });
  const refuse = () => {
    throw new Error('The stand-in has no synchronous files.');
  };
  return {
    net: { createConnection: (path: string) => new BridgedSocket(bridge, path) },
    fs: { chmodSync: refuse, lstatSync: refuse, mkdirSync: refuse, readFileSync: refuse },
    'fs/promises': {
      realpath: (path: string) => bridge.ask<string>('realpath', path),
      access: (path: string) => bridge.ask<null>('access', path),
    },
    os: { homedir: () => env.HOME ?? '/', userInfo: () => ({ username: 'user' }) },
    path: {
      join: (...parts: string[]) => parts.filter(Boolean).join('/').replace(/\/+/g, '/'),
      isAbsolute: (path: string) => path.startsWith('/'),
    },
  };
}

/** As much of Node's `Buffer` as the wire client needs. */
class Bytes extends Uint8Array {
  static alloc(size: number): Bytes {
    return new Bytes(size);
  }

  static allocUnsafe(size: number): Bytes {
    return new Bytes(size);
  }

  static byteLength(text: string): number {
    return new TextEncoder().encode(text).length;
  }

  copy(target: Uint8Array, at = 0): number {
    target.set(this, at);
    return this.length;
  }

  override toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
  }
}

type Listener = (...args: unknown[]) => void;

/** A socket of `node:net`, at the other end of the bridge. */
class BridgedSocket {
  readonly #bridge: Bridge;
  readonly #id: number;
  readonly #listeners: { name: string; listener: Listener; isOnce: boolean }[] = [];
  #isClosed = false;

  constructor(bridge: Bridge, path: string) {
    this.#bridge = bridge;
    this.#id = bridge.connect(path, (answer) => this.#take(answer));
  }

  on(name: string, listener: Listener): this {
    this.#listeners.push({ name, listener, isOnce: false });
    return this;
  }

  once(name: string, listener: Listener): this {
    this.#listeners.push({ name, listener, isOnce: true });
    return this;
  }

  off(name: string, listener: Listener): this {
    this.#remove((each) => each.name === name && each.listener === listener);
    return this;
  }

  cork(): void {
    // Each write is one message of the bridge.
  }

  uncork(): void {
    // The same.
  }

  write(text: string): boolean {
    if (!this.#isClosed) this.#bridge.write(this.#id, text);
    return true;
  }

  end(): void {
    this.#bridge.close(this.#id);
  }

  destroySoon(): void {
    this.end();
  }

  destroy(): void {
    this.end();
  }

  #take({ event, data = '', code }: BridgeAnswer): void {
    if (event === 'data') {
      this.#emit('data', new Bytes(Array.from(data, (each) => each.charCodeAt(0))));
    } else if (event === 'error') {
      this.#emit('error', Object.assign(new Error(String(code)), { code }));
    } else if (event === 'connect') this.#emit('connect');
    else if (event === 'close') {
      this.#isClosed = true;
      this.#emit('end');
      this.#emit('close');
    }
  }

  #emit(name: string, ...args: unknown[]): void {
    for (const each of this.#listeners.filter((other) => other.name === name)) {
      if (each.isOnce) this.#remove((other) => other === each);
      each.listener(...args);
    }
  }

  #remove(isGone: (each: { name: string; listener: Listener }) => boolean): void {
    const kept = this.#listeners.filter((each) => !isGone(each));
    this.#listeners.splice(0, this.#listeners.length, ...kept);
  }
}
