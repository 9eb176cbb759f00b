import { agentOpen } from '../../operations/agent/open.ts';
import { perform } from '../../operations/perform.ts';
import { workspaceActive } from '../../operations/workspace/active.ts';
import { RestError } from './errors.ts';
import type { RestExchange } from './exchange.ts';
import { type RestReply, replyJson } from './frame.ts';
import { decodeParts } from './paths.ts';
import { answerFile, findFile } from './resources.ts';

/** `/active/`, with what the URL names in the file. */
export async function answerActive(exchange: RestExchange): Promise<RestReply> {
  const { session, parts, signal } = exchange;
  const { path } = await perform(session, workspaceActive, {}, signal());
  return answerFile({
    ...exchange,
    path,
    type: 'file',
    target: decodeParts(parts),
    isNamedElsewhere: true,
    start: '',
  });
}

/** `POST /open/PATH`: the note becomes the active one; a missing one is made where the key may write. */
export async function answerOpen(exchange: RestExchange): Promise<RestReply> {
  const { request, session, signal } = exchange;
  if (request.method !== 'POST') throw new RestError('not-found');
  const { path } = await findFile(exchange);
  const asked = {
    path,
    failIfMissing: !session.view.policy.mayWrite(path),
    newLeaf: request.queryFlag('newLeaf'),
  };
  const { opened } = await perform(session, agentOpen, asked, signal());
  return replyJson({ opened });
}
