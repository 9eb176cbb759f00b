import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ownerGrants } from '../../src/contract/callers.ts';
import { type IdeLimits, ideLimits } from '../../src/contract/limits.ts';
import { parseVaultPath } from '../../src/contract/paths.ts';
import { nothingOpen, type SharingRules, type TextRange } from '../../src/contract/workspace.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLog, type LogLevel } from '../../src/kit/log.ts';
import { type Session, Sessions } from '../../src/operations/sessions.ts';
import { type IdeProtocol, openIdeProtocol } from '../../src/protocols/ide/serve.ts';
import type { IdeSettings } from '../../src/protocols/ide/settings.ts';
import { IdeClient } from './ide-client.ts';
import { freshFolder, openTestVault } from './vault.ts';

export interface ProtocolHomeOptions {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly settings?: Partial<IdeSettings>;
  readonly sharing?: Partial<SharingRules>;
  readonly limits?: Partial<IdeLimits>;
  readonly logLevel?: LogLevel;
  readonly name?: string;
  /** Where the vault is; a fresh folder when absent. */
  readonly root?: string;
}

export const defaultSettings: IdeSettings = {
  messageBytesMax: ideLimits.messageBytesMax,
  extraHosts: [],
  instructions: '',
  prompts: true,
  resources: true,
  lockPid: true,
  lockDirs: [],
  pingMs: ideLimits.pingMs,
};

interface ProtocolParts {
  readonly root: string;
  readonly stateDir: string;
  readonly lockDir: string;
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly protocol: IdeProtocol;
  readonly logged: string[];
}

/** One vault behind an IDE protocol of its own, in folders of its own. */
export class ProtocolHome implements ProtocolParts {
  readonly root: string;
  readonly stateDir: string;
  readonly lockDir: string;
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly protocol: IdeProtocol;
  readonly logged: string[];

  private constructor(parts: ProtocolParts) {
    this.root = parts.root;
    this.stateDir = parts.stateDir;
    this.lockDir = parts.lockDir;
    this.engine = parts.engine;
    this.sessions = parts.sessions;
    this.protocol = parts.protocol;
    this.logged = parts.logged;
  }

  static async open(options: ProtocolHomeOptions = {}): Promise<ProtocolHome> {
    const { files = { 'notes/a.md': 'one\ntwo\nthree\n' }, logLevel = 'debug' } = options;
    const name = options.name ?? 'Vault';
    const { root, stateDir, engine } = await openTestVault(files, {
      live: true,
      name,
      ...(options.root && { root: options.root }),
    });
    engine.workspace.setSharing(options.sharing ?? {});
    const logged: string[] = [];
    const log = createLog({
      level: logLevel,
      json: true,
      write: (line) => logged.push(line),
      now: Date.now,
    });
    const sessions = new Sessions({ clock: systemClock, log });
    const lockDir = join(freshFolder(), 'ide');
    const protocol = await openIdeProtocol({
      host: { vaults: [engine], sessions, version: '1.2.3', clock: systemClock, log },
      places: {
        stateFile: (id) => join(stateDir, id, 'ide.json'),
        rotateToken: false,
      },
      settings: { ...defaultSettings, lockDirs: [lockDir], ...options.settings },
      ...(options.limits && { limits: options.limits }),
    });
    onTestFinished(() => protocol.close());
    return new ProtocolHome({ root, stateDir, lockDir, engine, sessions, protocol, logged });
  }

  get locks(): string[] {
    return readdirSync(this.lockDir).sort();
  }

  get lock(): { port: number; authToken: string; workspaceFolders: string[]; ideName: string } {
    return JSON.parse(readFileSync(join(this.lockDir, this.locks[0] ?? ''), 'utf8'));
  }

  get port(): number {
    return this.lock.port;
  }

  get token(): string {
    return this.lock.authToken;
  }

  /** A client that has come as far as the real one does by itself. */
  async enter(root?: string): Promise<IdeClient> {
    const client = await IdeClient.enter(this, root);
    onTestFinished(() => client.socket.terminate());
    return client;
  }

  /** A client that has only opened its socket. */
  async open(): Promise<IdeClient> {
    const client = await IdeClient.open(this);
    onTestFinished(() => client.socket.terminate());
    return client;
  }

  /** An editor, as it would be attached through another protocol. */
  attach(): TestEditor {
    const caller = {
      protocol: 'local',
      client: 'editor',
      grants: ownerGrants,
      policy: {},
    } as const;
    return new TestEditor(this.sessions.open(this.engine, caller));
  }
}

export class TestEditor {
  readonly session: Session;
  readonly ref: { readonly id: string; readonly ended: AbortSignal };

  constructor(session: Session) {
    this.session = session;
    this.ref = { id: session.id, ended: session.signal };
  }

  get workspace(): Session['view']['workspace'] {
    return this.session.view.workspace;
  }

  /** Shows a note, with what is selected in it. */
  show(path: string, selection?: TextRange, text = ''): void {
    const active = parseVaultPath(path);
    this.workspace.report(this.ref, 'editor', {
      ...nothingOpen,
      active,
      selection,
      text,
      open: [active],
    });
  }

  showNothing(): void {
    this.workspace.report(this.ref, 'editor', nothingOpen);
  }

  viewDiffs(): void {
    this.workspace.attachViewer(this.ref, 'declared');
  }

  leave(): void {
    this.session.close();
  }
}

export function range(l1: number, c1: number, l2: number, c2: number): TextRange {
  return { start: { line: l1, character: c1 }, end: { line: l2, character: c2 } };
}
