import type { Bridge } from './bridge.ts';
import { Events } from './events.ts';
import { Strict } from './strict.ts';

export class TAbstractFile extends Strict {
  vault: Vault;
  path: string;
  name: string;
  parent: TFolder | null = null;

  constructor(vault: Vault, path: string) {
    super();
    this.vault = vault;
    this.path = path;
    this.name = path.split('/').at(-1) ?? '';
  }
}

export class TFile extends TAbstractFile {
  stat = { ctime: 0, mtime: 0, size: 0 };

  get basename(): string {
    return this.name.replace(/\.[^.]*$/, '');
  }

  get extension(): string {
    return this.name.split('.').at(-1) ?? '';
  }
}

export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];
}

export class FileSystemAdapter extends Strict {
  readonly bridge: Bridge;
  readonly base: string;

  constructor(bridge: Bridge, base: string) {
    super();
    this.bridge = bridge;
    this.base = base;
  }

  getBasePath(): string {
    return this.base;
  }

  getName(): string {
    return this.base.split('/').at(-1) ?? '';
  }

  read(path: string): Promise<string> {
    return this.bridge.ask('read', path);
  }

  write(path: string, text: string): Promise<void> {
    return this.bridge.ask('write', path, text);
  }
}

/** A change on disk that the app has noticed. */
interface Noticed {
  readonly created: string[];
  readonly modified: string[];
  readonly deleted: string[];
  readonly renamed: string[];
}

/** A real folder. Files that change outside are noticed when the test says so. */
export class Vault extends Events {
  configDir = '.obsidian';
  adapter: FileSystemAdapter;
  files = new Map<string, TFile>();
  versions = new Map<string, string>();

  constructor(adapter: FileSystemAdapter) {
    super();
    this.adapter = adapter;
  }

  getName(): string {
    return this.adapter.getName();
  }

  getFileByPath(path: string): TFile | null {
    return this.files.get(path) ?? null;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.getFileByPath(path);
  }

  getFiles(): TFile[] {
    return [...this.files.values()];
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ extension }) => extension === 'md');
  }

  read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  cachedRead(file: TFile): Promise<string> {
    return this.read(file);
  }

  async modify(file: TFile, text: string): Promise<void> {
    await this.adapter.write(file.path, text);
    await this.keepVersion(file.path);
    this.trigger('modify', file);
  }

  async rename(file: TFile, to: string): Promise<void> {
    const from = file.path;
    await this.adapter.bridge.ask('rename', from, to);
    this.files.delete(from);
    this.versions.delete(from);
    this.move(file, to);
    await this.keepVersion(to);
    this.trigger('rename', file, from);
  }

  async delete(file: TFile): Promise<void> {
    await this.adapter.bridge.ask('remove', file.path);
    this.files.delete(file.path);
    this.trigger('delete', file);
  }

  /** Reads the folder and fires what has changed since, as the app's watcher would. */
  async notice(): Promise<Noticed> {
    const listed = await this.adapter.bridge.ask<[string, string][]>('list');
    const now = new Map(listed);
    const noticed: Noticed = { created: [], modified: [], deleted: [], renamed: [] };
    for (const [path, file] of [...this.files]) {
      if (now.has(path)) continue;
      const to = this.findMoved(path, now);
      this.files.delete(path);
      if (to === undefined) {
        noticed.deleted.push(path);
        this.trigger('delete', file);
      } else {
        this.move(file, to);
        this.versions.set(to, now.get(to) ?? '');
        noticed.renamed.push(to);
        this.trigger('rename', file, path);
      }
    }
    for (const [path, version] of now) this.noticeFile(path, version, noticed);
    return noticed;
  }

  noticeFile(path: string, version: string, noticed: Noticed): void {
    const known = this.versions.get(path);
    this.versions.set(path, version);
    const file = this.files.get(path);
    if (file === undefined) {
      const made = new TFile(this, path);
      this.files.set(path, made);
      noticed.created.push(path);
      this.trigger('create', made);
    } else if (known !== version) {
      noticed.modified.push(path);
      this.trigger('modify', file);
    }
  }

  /** Where the same inode is now. */
  findMoved(path: string, now: ReadonlyMap<string, string>): string | undefined {
    const inode = this.versions.get(path)?.split(' ')[0];
    const moved = [...now].find(([to, version]) => {
      return !this.files.has(to) && version.split(' ')[0] === inode;
    });
    return moved?.[0];
  }

  move(file: TFile, to: string): void {
    file.path = to;
    file.name = to.split('/').at(-1) ?? '';
    this.files.set(to, file);
  }

  async keepVersion(path: string): Promise<void> {
    this.versions.set(path, await this.adapter.bridge.ask<string>('version', path));
  }
}
