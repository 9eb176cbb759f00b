import { defineCommand } from '../command.ts';
import { requireDaemon } from '../daemon-client.ts';
import { type IdeClientInfo, type IdeVault, readIdeStatus } from '../ide-status.ts';
import type { Output } from '../output.ts';
import { toAge } from '../times.ts';

export const ideStatusCommand = defineCommand({
  name: 'ide status',
  group: 'protocols',
  summary: 'Show where Claude Code finds the vaults, and which sessions are connected.',
  examples: [['vaultd ide status', 'ports, lock files and sessions']],
  async run({ out, env }) {
    const client = await requireDaemon(env);
    try {
      const vaults = await readIdeStatus(client);
      if (out.isJson) out.json(vaults);
      else for (const vault of vaults) show(out, vault);
      if (isEditorTerminal(env)) out.note(editorTerminal);
    } finally {
      await client.close();
    }
  },
});

/** There Claude Code looks only for the editor that the terminal belongs to. */
function isEditorTerminal(env: NodeJS.ProcessEnv): boolean {
  const hasPort = Boolean(env.CLAUDE_CODE_SSE_PORT);
  return !hasPort && (env.TERM_PROGRAM === 'vscode' || Boolean(env.FORCE_CODE_TERMINAL));
}

const editorTerminal =
  'This terminal belongs to an editor, so Claude Code looks for that editor only. Start it with the variables of "vaultd ide env", or with TERM_PROGRAM emptied.';

function show(out: Output, { vault, port, lock_files, share, clients }: IdeVault): void {
  const { style } = out;
  out.line(`${style.bold(vault)}  127.0.0.1:${port}  ${style.dim(`shares: ${share}`)}`);
  for (const file of lock_files) out.line(`  ${style.dim(file)}`);
  const rows = clients.map((client) => ['', ...describe(client)]);
  if (rows.length > 0) out.table([{}, {}, {}, { isFlexible: true }, {}], rows);
  else
    out.say(
      `  ${style.dim('No session is connected. Start Claude Code in the vault and type /ide.')}`,
    );
}

function describe({ session, name, version, pid, folder, since }: IdeClientInfo): string[] {
  const program = [name, version].filter(Boolean).join(' ');
  return [session, program, folder ?? (pid === undefined ? '' : `pid ${pid}`), toAge(since)];
}
