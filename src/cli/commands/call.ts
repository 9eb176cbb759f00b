import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { connectDaemon } from '../daemon-client.ts';

export const callCommand = defineCommand({
  name: 'call',
  group: 'daemon',
  brief: 'one raw request',
  summary: 'Send one request over the local wire and print its result.',
  about:
    'Methods and their parameters are described in docs/local-wire.md. GetCapabilities lists them.',
  args: [
    { name: 'METHOD', summary: 'Name of the method.', kind: 'method' },
    {
      name: 'JSON',
      summary: 'Its parameters; "-" reads them from standard input.',
      isOptional: true,
    },
  ],
  examples: [
    ['vaultd call Ping', 'is anybody there?'],
    [`vaultd call ReadNote '{"path":"Inbox.md"}'`, 'read a note with its etag'],
  ],
  async run(context, { args: [method = '', json] }) {
    const params = parseParams(json === '-' ? await context.readStdin() : json);
    const daemon = await connectDaemon(context.env);
    if (daemon === undefined) return context.out.json(await context.call(method, params));
    const { vault } = context.common;
    try {
      // Sent as it is: whoever speaks to the wire directly names the vault themselves.
      context.out.json(await daemon.call(method, vault ? { vault, ...params } : params));
    } finally {
      await daemon.close();
    }
  },
});

function parseParams(json: string | undefined): Record<string, unknown> | undefined {
  if (json === undefined || json.trim() === '') return undefined;
  try {
    const params: unknown = JSON.parse(json);
    if (typeof params === 'object' && params !== null) return { ...params };
  } catch {
    // Said below, in words.
  }
  throw new UsageError(
    'The parameters must be a JSON object.',
    `For example '{"path":"Inbox.md"}'.`,
  );
}
