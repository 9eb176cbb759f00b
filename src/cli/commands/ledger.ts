import { resolve } from 'node:path';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { connectDaemon } from '../daemon-client.ts';
import { switchFlag, textFlag } from '../flags.ts';
import { plural } from '../numbers.ts';
import { type Progress, withProgress } from '../progress.ts';
import { left, right } from '../table.ts';
import { toAge } from '../times.ts';
import { UsageError } from '../usage-error.ts';
import { listServed, toRealPath } from '../vault-access.ts';

const loadLedger = async () => {
  const { loadLedgerCommands } = await import('../../daemon/in-process.ts');
  return loadLedgerCommands();
};

const placeFlags = {
  url: textFlag('URL', 'The database, as postgres://user@host/database.'),
  service: textFlag('NAME', 'The database, as a service of ~/.pg_service.conf.'),
  machine: textFlag('NAME', 'What to call this machine (default: its host name).'),
};

/** Paths that are listed in a question. */
const listedMax = 10;

export const ledgerCommands: readonly Declaration[] = [
  handCommand({
    name: 'ledger init',
    brief: '',
    summary: 'Share a vault with other machines through a PostgreSQL database.',
    about:
      'Creates missing tables in the database, uploads every file of the vault, and adds the ledger to the configuration.',
    byHand: 'Works on the database and the configuration before there is a shared vault.',
    flags: placeFlags,
    examples: [
      ['vaultd ledger init --url postgres://vaultd@db/vaultd', 'share the vault of this folder'],
      ['vaultd ledger init --service notes --vault ~/Notes', 'with the login of a service file'],
    ],
    async run(context, { flags }) {
      const place = toPlace(flags);
      const folder = folderOf(context);
      const { initLedger } = await loadLedger();
      const result = await watched(context, (onProgress) =>
        initLedger({ env: context.env, folder, place, onProgress }),
      );
      const { id, name, files } = result;
      const what = `Shared ${name} with ${files} files. On another machine: vaultd ledger join --id ${id} --url URL --vault FOLDER`;
      await finish(context, folder, { ...result }, what);
    },
  }),
  handCommand({
    name: 'ledger join',
    brief: '',
    summary: 'Join a shared vault.',
    about:
      'Downloads every file into an empty folder. If the folder has notes, shows what would happen and asks first. An interrupted join continues when a daemon serves the vault.',
    byHand: 'Works on the database and the configuration before there is a shared vault.',
    flags: {
      ...placeFlags,
      id: textFlag('ID', 'The shared vault, when the database has several.'),
      yes: switchFlag('Do not ask.', 'y'),
    },
    examples: [
      ['vaultd ledger join --url postgres://vaultd@db/vaultd --vault ~/Notes', 'fetch everything'],
    ],
    async run(context, { flags: { id, yes, ...flags } }) {
      const place = toPlace(flags);
      const folder = folderOf(context);
      const { joinLedger } = await loadLedger();
      const confirm = async (preview: Preview): Promise<boolean> =>
        yes === true || (await ask(context, preview));
      const result = await watched(context, (onProgress) =>
        joinLedger({ env: context.env, folder, place, id, confirm, onProgress }),
      );
      if (result === undefined) {
        context.exitWith(1);
        return context.out.outcome({ joined: false }, 'Nothing was changed.');
      }
      const { name, files, conflicts } = result;
      const copies =
        conflicts.length === 0
          ? ''
          : ` ${conflicts.length} files were kept twice: ${conflicts.join(', ')}.`;
      await finish(context, folder, { ...result }, `Joined ${name} with ${files} files.${copies}`);
    },
  }),
  handCommand({
    name: 'ledger leave',
    brief: '',
    summary: 'Stop sharing a vault on this machine. The files stay, here and elsewhere.',
    byHand: 'Changes the configuration.',
    examples: [['vaultd ledger leave --vault ~/Notes', 'an ordinary folder again']],
    async run(context) {
      const folder = folderOf(context);
      const { leaveLedger } = await loadLedger();
      const { id } = await leaveLedger(context.env, folder);
      await finish(
        context,
        folder,
        { left: id },
        'This vault is no longer shared on this machine.',
      );
    },
  }),
  operationCommand({
    name: 'ledger status',
    brief: '',
    operation: 'GetLedger',
    summary: 'Show how a vault is shared: machines, how far each is, conflicts.',
    examples: [['vaultd ledger status --json', 'for a script']],
    show({ out }, status) {
      if (!status.shared)
        return out.say('This vault is not shared. See vaultd ledger init --help.');
      const { name = '', id = '', machine = '', state, applied = 0, head } = status;
      out.line(`${name} ${out.style.dim(id)} on ${machine}: ${state}`);
      if (status.problem !== undefined) out.line(`Problem: ${status.problem}`);
      out.line(`Steps: ${applied} of ${head ?? '?'}`);
      out.table(
        [left, right, right, left],
        status.machines.map((each) => [
          `${each.name}${each.is_this ? ' (this machine)' : ''}`,
          each.lag === 0 ? 'up to date' : `${each.lag} steps behind`,
          each.conflicts === 0 ? '' : `${each.conflicts} conflicts`,
          toAge(each.seen_at),
        ]),
      );
      for (const path of status.conflicts) out.line(`Conflict: ${path}`);
      for (const path of status.too_large) out.line(`Too large to share: ${path}`);
      const { clock_off_seconds: off } = status;
      if (off !== undefined) {
        const minutes = plural(Math.round(Math.abs(off) / 60), 'minute');
        out.line(
          `The clock of this machine is ${minutes} ${off > 0 ? 'ahead of' : 'behind'} that of the database. Times of changes are wrong, their order is not.`,
        );
      }
      if (status.vanished > 0) {
        out.line(
          `${status.vanished} files are gone from this folder. The others keep them. Bring them back, or leave and join again.`,
        );
      }
    },
  }),
];

interface Preview {
  readonly same: number;
  readonly fetched: number;
  readonly added: readonly string[];
  readonly differing: readonly string[];
}

interface PlaceFlags {
  readonly url?: string | undefined;
  readonly service?: string | undefined;
  readonly machine?: string | undefined;
}

function toPlace({ url, service, machine }: PlaceFlags): Record<string, string> {
  if (url !== undefined && service !== undefined) {
    throw new UsageError('Give --url or --service, not both.');
  }
  // Other users of the machine can read the arguments of a process, and a URL may hold a password.
  if (url !== undefined) process.title = 'vaultd ledger';
  const given = { url, service, machine };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The folder that was named, or the current one. */
function folderOf({ common, env, cwd }: Context): string {
  return resolve(cwd, common.vault ?? env.OBSIDIAN_VAULT_PATH ?? '.');
}

async function watched<T>(
  { out }: Context,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  let progress: Progress | undefined;
  const isWatched = process.stderr.isTTY === true && !out.isJson && !out.isQuiet;
  const running = work((done, total) => {
    progress = { stage: 'writing', done, total };
  });
  return withProgress(isWatched, () => progress, running);
}

async function ask({ out }: Context, preview: Preview): Promise<boolean> {
  const { same, fetched, added, differing } = preview;
  out.note(`${same} files are the same here and there.`);
  out.note(`${fetched} files would come here.`);
  out.note(`${added.length} files would go to the others.${listed(added)}`);
  out.note(
    `${differing.length} files differ; the version here would become a copy.${listed(differing)}`,
  );
  if (process.stdin.isTTY !== true) {
    throw new UsageError('This folder already has notes.', 'To join anyway, add --yes.');
  }
  return confirm('Join?');
}

function listed(paths: readonly string[]): string {
  const more = paths.length > listedMax ? ', …' : '';
  return paths.length === 0 ? '' : ` ${paths.slice(0, listedMax).join(', ')}${more}`;
}

/** A running daemon takes up the change, or has to be restarted for it. */
async function finish(
  { out, env }: Context,
  folder: string,
  result: Record<string, unknown>,
  what: string,
): Promise<void> {
  const daemon = await connectDaemon(env);
  if (daemon === undefined) {
    return out.outcome(result, `${what} To keep it up to date: vaultd serve`);
  }
  try {
    const report = await daemon.call<{ restart_needed: string[] }>('Reload');
    const served = (await listServed(daemon)).some(
      ({ path }) => toRealPath(path) === toRealPath(folder),
    );
    const isLater = report.restart_needed.includes('vaults') || !served;
    const note = isLater ? ' Restart the daemon: vaultd daemon stop, then start.' : '';
    out.outcome({ ...result, restart_needed: isLater }, `${what}${note}`);
  } finally {
    await daemon.close();
  }
}
