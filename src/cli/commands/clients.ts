import { type Declaration, handCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { meansFlag } from '../flags.ts';
import type { AnswerOf } from '../operations.ts';
import { flexible, left, right } from '../table.ts';

type Permitted = AnswerOf<'PermitClient'>;
type Connected = AnswerOf<'ListSessions'>['clients'][number];

export const clientCommands: readonly Declaration[] = [
  handCommand({
    name: 'clients',
    operation: 'PermitClient',
    brief: 'list or limit clients',
    summary: 'Show who is connected, or set what a client may do.',
    about:
      'Settings survive restarts, apply at once to connected clients, and can only narrow what the configuration allows. A client is identified by the name it reports.',
    byHand: 'Without a name it lists clients, by other operations.',
    args: [{ name: 'NAME', member: 'client', isOptional: true, kind: 'client' }],
    flags: {
      read: { value: 'PATH', summary: 'Limit reading to this path.' },
      write: { value: 'PATH', summary: 'Limit changes to this path.' },
      'read-only': meansFlag('readOnly', true, 'Allow no changes.'),
      'read-write': meansFlag('readOnly', false, 'Allow changes again.'),
      approve: {
        value: 'PATH',
        summary: 'Require your approval for changes here; / for all.',
      },
      reset: { summary: 'Remove these settings.' },
    },
    examples: [
      ['vaultd clients', 'connected clients and their settings'],
      ['vaultd clients claude-code --approve /', 'every change needs your approval'],
      [
        'vaultd clients claude-code --write Inbox --write Daily',
        'limit its changes to two folders',
      ],
      ['vaultd clients claude-code --reset', 'back to the configuration'],
    ],
    async run(context, { args: [name], params }) {
      const { out, call } = context;
      if (name === undefined) return listClients(context);
      const { client: _name, ...rules } = params;
      if (Object.keys(rules).length === 0) {
        const { clients } = await call('ListPermissions', {});
        const found = clients.find(({ client }) => client === name);
        return out.outcome(found ?? { client: name }, sayRules(found, name));
      }
      const permitted = await call('PermitClient', params);
      out.outcome(permitted, sayRules(permitted, name));
    },
  }),
];

async function listClients({ out, call }: Context): Promise<void> {
  const { clients: connected } = await call('ListSessions', {});
  const { clients: permitted } = await call('ListPermissions', {});
  const others = connected.filter(({ own }) => !own);
  if (out.isJson) return out.json({ connected: others, permissions: permitted });
  out.list(
    others,
    [left, left, left, right, flexible],
    ({ client, protocol, vault, calls, policy }) => [
      client,
      protocol,
      vault,
      `${calls} calls`,
      out.style.dim(describeRules(policy)),
    ],
    'No client is connected.',
  );
  for (const each of permitted) out.line(sayRules(each, each.client));
}

function sayRules(rules: Permitted | undefined, name: string): string {
  const said = rules === undefined ? '' : describeRules(rules);
  return `${name}: ${said === '' ? 'nothing is set for it' : said}.`;
}

function describeRules({
  read,
  write,
  approve,
  ...rules
}: Pick<Connected['policy'], 'read' | 'write' | 'approve'> & {
  readonly read_only?: boolean;
}): string {
  return [
    ...(rules.read_only ? ['read-only'] : []),
    ...(read ? [`sees ${read.join(', ')}`] : []),
    ...(write ? [`changes ${write.join(', ')}`] : []),
    ...(approve ? [`asks first in ${approve.join(', ')}`] : []),
  ].join('; ');
}
