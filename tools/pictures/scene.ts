import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Agent, openAgent } from '../../test/support/agent.ts';
import { IdeClient } from '../../test/support/ide-client.ts';
import { until } from '../../test/support/until.ts';
import { VaultHome } from '../../test/support/vault-daemon.ts';

const example = fileURLToPath(new URL('../example-vault', import.meta.url));

/** A daemon with a vault, and agents that have done some work in it. */
export interface Scene {
  /** A fresh way into the dashboard. */
  link(): Promise<string>;
  /** Lets Claude propose a change; it stays open until it is decided. */
  propose(): Promise<void>;
  close(): Promise<void>;
}

/** The scene of the example vault. */
export interface ExampleScene extends Scene {
  readonly home: VaultHome;
  readonly claude: IdeClient;
  /** An agent that may run commands of the app. */
  readonly gardener: Agent;
  /** Rejects what waits for a decision. */
  answer(): Promise<void>;
}

/** What happens in another vault, to one note of it. */
interface Play {
  readonly vault: string;
  readonly path: string;
  /** Lines that an agent has added, one after the other, and those that wait for a decision. */
  readonly changes: readonly string[];
  readonly waiting: string;
  proposed(text: string): string;
}

/** Any other vault, with changes that were made, one that waits and one that Claude proposes. */
export async function playVault({ vault, path, ...play }: Play): Promise<Scene> {
  const home = homeWith(vault);
  const claude = await serve(home);
  const agent = await openAgent(home, 'research-agent');
  const append = (content: string) =>
    agent.call('obsidian_append_to_note', { target: at(path), content });
  for (const lines of play.changes) await append(lines);
  await home.runAlone(['clients', 'research-agent', '--approve', '/'], { cwd: home.vault });
  await append(play.waiting);
  return {
    link: () => linkTo(home),
    propose: async () => propose(claude, join(home.vault, path), play.proposed),
    async close() {
      claude.close();
      await agent.close();
      await home.remove();
    },
  };
}

function homeWith(vault: string): VaultHome {
  const home = new VaultHome();
  rmSync(home.vault, { recursive: true });
  cpSync(vault, home.vault, { recursive: true });
  return home;
}

/** The example vault. */
export async function playScene(): Promise<ExampleScene> {
  const home = homeWith(example);
  home.configure('[clients."intern-bot"]\nwrite_paths = ["inbox"]\n');
  const claude = await serve(home);
  const gardener = await openAgent(home, 'garden-helper', {
    OBSIDIAN_ENABLE_COMMANDS: 'true',
  });
  const researcher = await openAgent(home, 'research-agent');
  const intern = await openAgent(home, 'intern-bot');
  await work(gardener, researcher, intern);
  await home.runAlone(['undo', '--client', 'intern-bot', '--since', '1h'], { cwd: home.vault });
  await home.runAlone(['append', 'Inbox/Scratch.md', '- Ask Greta about the ladder'], {
    cwd: home.vault,
  });
  await ask(home, researcher);
  return {
    home,
    claude,
    gardener,
    link: () => linkTo(home),
    propose: async () =>
      propose(claude, join(home.vault, 'Projects/Courtyard garden/Plan.md'), proposedFrom),
    async answer() {
      const { stdout } = await home.runAlone(['approvals', '--json'], { cwd: home.vault });
      const waiting: readonly { id: string }[] = JSON.parse(stdout);
      for (const { id } of waiting) await home.runAlone(['reject', id], { cwd: home.vault });
    },
    async close() {
      claude.close();
      await Promise.all([gardener, researcher, intern].map((agent) => agent.close()));
      await home.remove();
    },
  };
}

const at = (path: string) => ({ type: 'path', path });

async function work(gardener: Agent, researcher: Agent, intern: Agent): Promise<void> {
  await researcher.call('obsidian_search_notes', { mode: 'text', query: 'water' });
  await researcher.call('obsidian_write_note', {
    target: at('Inbox/Rain gardens.md'),
    content:
      '# Rain gardens\n\nWhat [[How to Read Rain]] says, in three lines.\n\n- Slow it\n- Spread it\n- Sink it\n',
  });
  await gardener.call('obsidian_replace_in_note', {
    target: at('Projects/Courtyard garden/Courtyard garden.md'),
    replacements: [
      { search: '| 7 200 |', replace: '| 7 900 |' },
      { search: 'reclaimed brick', replace: 'reclaimed brick, from the boiler house' },
      { search: 'to be touched.', replace: 'to be touched, moved or planted again.' },
    ],
  });
  await gardener.call('obsidian_append_to_note', {
    target: at('Projects/Courtyard garden/Planting list.md'),
    content: '\n- Lady fern, three plants along the north wall #shade\n',
  });
  await gardener.call('obsidian_move_note', {
    path: 'Inbox/Imported from phone.md',
    newPath: 'Garden/Imported from phone.md',
  });
  await intern.call('obsidian_delete_note', { target: at('Home.md') });
  await intern.call('obsidian_append_to_note', {
    target: at('Inbox/Scratch.md'),
    content: '\n- Water the moss\n',
  });
  await researcher.call('obsidian_manage_frontmatter', {
    operation: 'set',
    target: at('Books/How to Read Rain.md'),
    key: 'status',
    value: 'read',
  });
}

/** From now on the agent has to ask, and it asks for two things. */
async function ask(home: VaultHome, researcher: Agent): Promise<void> {
  await home.runAlone(['clients', 'research-agent', '--approve', '/'], { cwd: home.vault });
  await researcher.call('obsidian_append_to_note', {
    target: at('Inbox/Scratch.md'),
    content: '\n- Compare the two rain gauges\n',
  });
  await researcher.call('obsidian_replace_in_note', {
    target: at('Projects/Courtyard garden/Plan.md'),
    replacements: [
      { search: 'Third version, after the children.', replace: 'Fourth version, after the rain.' },
      { search: 'one big stone. Balls allowed.', replace: 'two flat stones. Balls allowed.' },
    ],
  });
}

/** Serves the vault, with Claude Code connected. */
async function serve(home: VaultHome): Promise<IdeClient> {
  const claudeDir = join(home.base, 'claude');
  await home.serve({ CLAUDE_CONFIG_DIR: claudeDir });
  return IdeClient.enter(await ideAddress(join(claudeDir, 'ide')), home.vault);
}

async function linkTo(home: VaultHome): Promise<string> {
  return (await home.runAlone(['open', '--print'])).stdout.trim();
}

function propose(claude: IdeClient, path: string, change: (text: string) => string): void {
  claude.ask('tools/call', {
    name: 'openDiff',
    arguments: {
      old_file_path: path,
      new_file_path: path,
      new_file_contents: change(readFileSync(path, 'utf8')),
      tab_name: basename(path),
    },
  });
}

async function ideAddress(lockDir: string): Promise<{ port: number; token: string }> {
  const locks = () =>
    existsSync(lockDir) ? readdirSync(lockDir).filter((name) => name.endsWith('.lock')) : [];
  await until(() => locks().length > 0, 'the lock file');
  const [lock = ''] = locks();
  const { authToken } = JSON.parse(readFileSync(join(lockDir, lock), 'utf8'));
  return { port: Number.parseInt(lock, 10), token: authToken };
}

function proposedFrom(old: string): string {
  return old
    .replace('Third version, after the children.', 'Fourth version, after the site visit.')
    .replace('version: 3', 'version: 4')
    .replace('one big stone. Balls allowed.', 'two big stones. Balls allowed until five.')
    .replace(
      '## Order of work\n',
      '## Order of work\n\n> [!tip] Before the frost\n> Move the pots to the south wall.\n',
    );
}
