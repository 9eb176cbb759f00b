import { printDiff } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { plural } from '../numbers.ts';
import type { AnswerOf } from '../operations.ts';
import { flexible, left } from '../table.ts';
import { toLocal, toShort } from '../times.ts';

type Approval = AnswerOf<'ListApprovals'>['approvals'][number];
type Decided = AnswerOf<'AcceptApproval'>;

const idArgument = { name: 'ID', member: 'id', summary: 'As vaultd approvals shows it.' } as const;
const hunksFlag = {
  hunks: { value: 'HUNK', summary: 'Only this hunk; the others keep waiting.' },
} as const;

export const approvalCommands: readonly Declaration[] = [
  handCommand({
    name: 'approvals',
    operation: 'ListApprovals',
    brief: 'changes that need your OK',
    summary: "Show agents' changes that need your approval.",
    about:
      'With an ID: what that change would do, hunk by hunk. vaultd approve and vaultd reject decide on it.',
    byHand: 'With an ID it shows that one, by another operation.',
    args: [{ name: 'ID', summary: 'A waiting change.', isOptional: true }],
    flags: {
      state: {},
      client: { value: 'NAME', kind: 'client' },
      limit: { summary: 'At most N changes.' },
    },
    examples: [
      ['vaultd approvals', 'list them'],
      ['vaultd approvals 01m7gtpqydwpet7y', 'what it would change'],
      ['vaultd approvals --state decided', 'past decisions'],
    ],
    async run(context, { args: [id], params }) {
      const { out, call } = context;
      if (id !== undefined) return showApproval(context, id);
      const { approvals } = await call('ListApprovals', params);
      out.list(approvals, [left, left, left, flexible, left], toRow(context), 'No changes.');
    },
  }),
  operationCommand({
    name: 'approve',
    operation: 'AcceptApproval',
    brief: '',
    summary: 'Accept a waiting change, or some of its hunks.',
    args: [idArgument],
    flags: hunksFlag,
    without: ['text'],
    examples: [
      ['vaultd approve 01m7gtpqydwpet7y', 'all of it'],
      ['vaultd approve 01m7gtpqydwpet7y --hunks 3f2a91c0', 'one hunk of it'],
    ],
    show: ({ out }, decided) => out.line(sayDecided(decided, 'Accepted')),
  }),
  operationCommand({
    name: 'reject',
    operation: 'RejectApproval',
    brief: '',
    summary: 'Reject a waiting change, or some of its hunks.',
    args: [idArgument],
    flags: { ...hunksFlag, reason: { value: 'TEXT' } },
    examples: [
      ['vaultd reject 01m7gtpqydwpet7y --reason "Ask me first"', 'all of it'],
      ['vaultd reject 01m7gtpqydwpet7y --hunks 3f2a91c0', 'one hunk of it'],
    ],
    show: ({ out }, decided) => out.line(sayDecided(decided, 'Rejected')),
  }),
];

function toRow({ out }: Context): (approval: Approval) => string[] {
  const { style, isTerminal } = out;
  return ({ id, at, state, why, client, protocol }) => [
    style.yellow(id),
    style.dim(isTerminal ? toShort(at) : toLocal(at)),
    state,
    why,
    style.dim(client === protocol ? protocol : `${client} (${protocol})`),
  ];
}

async function showApproval(context: Context, id: string): Promise<void> {
  const { out, call } = context;
  const approval = await call('GetApproval', { id });
  if (out.isJson) return out.json(approval);
  const { yellow, dim, bold, green, red } = out.style;
  const { at, client, protocol, state, why, waits, hunks } = approval;
  out.line(`${yellow(id)}  ${why}`);
  out.line(dim(`${toLocal(at)}  ${client} (${protocol})  ${state}`));
  for (const hunk of hunks) {
    const { what, path, to, line, removed = [], added = [] } = hunk;
    const where = `${path}${to === undefined ? '' : ` → ${to}`}${line === undefined ? '' : `:${line}`}`;
    out.line();
    out.line(`${yellow(hunk.id)}  ${bold(`${what} ${where}`)}`);
    for (const each of removed) out.line(red(`-${each}`));
    for (const each of added) out.line(green(`+${each}`));
    if (line !== undefined) continue;
    const file = waits.find((each) => each.path === path);
    if (file?.after !== undefined) await printDiff(context, path, file.before, file.after);
  }
}

function sayDecided({ why, left: waiting, files }: Decided, verb: string): string {
  const rest = waiting > 0 ? ` ${plural(waiting, 'hunk')} still wait.` : '';
  return `${verb} "${why}" (${plural(files.length, 'file')}).${rest}`;
}
