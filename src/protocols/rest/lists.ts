import { agentRunCommand } from '../../operations/agent/commands.ts';
import { agentTagCounts } from '../../operations/agent/list-tags.ts';
import { perform } from '../../operations/perform.ts';
import { workspaceCommands } from '../../operations/workspace/commands.ts';
import { RestError } from './errors.ts';
import type { RestExchange } from './exchange.ts';
import { type RestReply, replyJson } from './frame.ts';
import { decodeParts } from './paths.ts';

/** `GET /tags/`. */
export async function answerTags({
  request,
  parts,
  session,
  signal,
}: RestExchange): Promise<RestReply> {
  requireRead(request.method, parts);
  return replyJson(await perform(session, agentTagCounts, {}, signal()));
}

/** `GET /commands/` lists those of an attached app, `POST /commands/ID/` runs one. */
export async function answerCommands(exchange: RestExchange): Promise<RestReply> {
  const { request, session, signal } = exchange;
  const [commandId, ...more] = decodeParts(exchange.parts);
  if (request.method === 'POST' && commandId !== undefined && more.length === 0) {
    await perform(session, agentRunCommand, { commandId }, signal());
    return { status: 204 };
  }
  requireRead(request.method, exchange.parts);
  return replyJson(await perform(session, workspaceCommands, {}, signal()));
}

function requireRead(method: string, parts: readonly string[]): void {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || parts.length > 0) throw new RestError('not-found');
}
