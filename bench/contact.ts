import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LineClient } from './line-client.ts';
import { compete, judged, type Row } from './measure.ts';
import {
  type Call,
  findPeer,
  ourQuestions,
  type PeerName,
  peerNames,
  peerQuestions,
} from './peers.ts';
import { megabytesOf } from './processor.ts';
import { Questions } from './questions.ts';
import { scaled } from './scale.ts';
import { type ContactVault, contactVaults } from './vaults.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
/** How long a process lives on after its first answer. */
const lingerMs = 2000;
/** By then words are indexed, and what building took has been given back. */
const settleMs = scaled(12_000);
const megabytesMax = 150;
const waitMsMax = 20;

/** Processes that do the least that must be done before a question can be answered. */
const listing = `const fs = require('node:fs');
const files = () => fs.readdirSync(process.argv[1], { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => entry.parentPath + '/' + entry.name);`;
const scripts = {
  empty: '0',
  stats: `${listing} for (const name of files()) fs.statSync(name);`,
  reads: `${listing} for (const name of files()) fs.readFileSync(name, 'utf8');`,
} as const;

/**
 * What a stranger meets first: a server is started on a vault that it has never seen, is asked for
 * its tools as every client does, and then a question that is new to it.
 */
export function benchContact(): Promise<Row[]> {
  return onEachVault(async (contact) => [
    await contact.cold('search', 3, (word) => ourQuestions.search(word)),
    await contact.cold('tags', 6, () => ourQuestions.tags),
    await contact.warm(),
    ...(await contact.resources()),
  ]);
}

/** The same search beside every server that works on the folder alone, also while one core is busy. */
export function benchContactPeers(): Promise<Row[]> {
  return onEachVault(async (contact) => {
    const rows: Row[] = [];
    for (const name of peerNames) rows.push(...(await contact.besidePeer(name, '')));
    const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    try {
      for (const name of peerNames)
        rows.push(...(await contact.besidePeer(name, ', one core busy')));
    } finally {
      busy.kill('SIGKILL');
    }
    return rows;
  });
}

async function onEachVault(measure: (contact: Contact) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const vault of contactVaults(scaled(10_000, 200))) {
    const contact = new Contact(vault);
    try {
      rows.push(...(await measure(contact)));
    } finally {
      contact.close();
    }
  }
  return rows;
}

class Contact {
  readonly #vault: ContactVault;
  readonly #base = mkdtempSync(join(tmpdir(), 'vaultd-bench-contact-'));
  readonly #questions: Questions;

  constructor(vault: ContactVault) {
    this.#vault = vault;
    this.#questions = new Questions(vault.root);
  }

  close(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  /** No state at all, compared with a multiple of the work that every server has to do. */
  cold(what: string, times: number, question: (word: string) => Call): Promise<Row> {
    return compete({
      what: `first contact: ${what}, ${this.#vault.name}`,
      unit: 's',
      beside: `an empty Node process and ${times} × reading all files`,
      reach: { atMost: 1 },
      warm: false,
      ours: () => this.#firstAnswer(this.#serve(), question(this.#questions.word())),
      theirs: () => this.#least(times, 'reads'),
    });
  }

  /** The process before was killed soon after its first answer. */
  async warm(): Promise<Row> {
    const home = this.#freshHome();
    const before = this.#serve(home);
    await ask(before, ourQuestions.search(this.#questions.word()));
    await new Promise((resolve) => setTimeout(resolve, lingerMs));
    await before.kill();
    return compete({
      what: `after a process that was killed: search, ${this.#vault.name}`,
      unit: 's',
      beside: 'an empty Node process and 1.5 × reading all stats',
      reach: { atMost: 1 },
      warm: false,
      ours: () => this.#firstAnswer(this.#serve(home), ourQuestions.search(this.#questions.word())),
      theirs: () => this.#least(1.5, 'stats'),
    });
  }

  /** What a start from nothing takes besides time. */
  async resources(): Promise<Row[]> {
    const client = this.#serve();
    await client.initialize();
    await client.request('tools/list');
    let isBuilding = true;
    const built = ourQuestions.tags(client).then(() => {
      isBuilding = false;
    });
    let waitMs = 0;
    while (isBuilding) {
      const start = performance.now();
      await client.request('ping');
      waitMs = Math.max(waitMs, performance.now() - start);
    }
    await built;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const megabytes = megabytesOf(client.pid);
    await client.close();
    const limit = { beside: 'the limit', reach: { atMost: 1 } } as const;
    return [
      judged({
        ...limit,
        what: `first contact: the longest wait for a ping, ${this.#vault.name}`,
        unit: 'ms',
        ours: waitMs,
        theirs: waitMsMax,
      }),
      judged({
        ...limit,
        what: `first contact: memory of the finished index, ${this.#vault.name}`,
        unit: 'MB',
        ours: megabytes.now,
        theirs: megabytesMax,
      }),
      judged({
        what: `first contact: most memory, ${this.#vault.name}`,
        unit: 'MB',
        beside: 'the finished index',
        reach: { atMost: 1.3 },
        ours: megabytes.most,
        theirs: megabytes.now,
      }),
    ];
  }

  async besidePeer(name: PeerName, condition: string): Promise<Row[]> {
    const peer = findPeer(name, this.#vault.root);
    const { search } = peerQuestions[name](this.#vault.root);
    if (peer === undefined || search === undefined) return [];
    const start = () => new LineClient(peer.command, this.#freshHome());
    return [
      await compete({
        what: `first contact: search, ${this.#vault.name}${condition}`,
        unit: 's',
        beside: name,
        reach: { atMost: 1 },
        warm: false,
        ours: () => this.#firstAnswer(this.#serve(), ourQuestions.search(this.#questions.word())),
        theirs: () => this.#firstAnswer(start(), search(this.#questions.word())),
      }),
    ];
  }

  #serve(home = this.#freshHome()): LineClient {
    const args = [executable, 'mcp', this.#vault.root, '--attach', 'never'];
    return new LineClient([process.execPath, ...args], home);
  }

  #freshHome(): string {
    return mkdtempSync(join(this.#base, 'home-'));
  }

  async #firstAnswer(client: LineClient, question: Call): Promise<number> {
    await ask(client, question);
    const seconds = client.age;
    await client.kill();
    return seconds;
  }

  /** Seconds of an empty process, plus a multiple of what the work takes beyond that. */
  async #least(times: number, work: 'reads' | 'stats'): Promise<number> {
    const empty = await this.#secondsOf(scripts.empty);
    return empty + times * Math.max(0, (await this.#secondsOf(scripts[work])) - empty);
  }

  async #secondsOf(script: string): Promise<number> {
    const start = performance.now();
    await once(spawn(process.execPath, ['-e', script, this.#vault.root]), 'exit');
    return (performance.now() - start) / 1000;
  }
}

async function ask(client: LineClient, question: Call): Promise<void> {
  await client.initialize();
  await client.request('tools/list');
  await question(client);
}
