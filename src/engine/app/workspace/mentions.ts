import { VaultError } from '../../../contract/errors.ts';
import type { Mention, MentionReceiver } from '../../../contract/workspace.ts';

export interface MentionTo {
  /** The id of a session. */
  readonly session?: string | undefined;
  readonly all?: boolean | undefined;
}

/** Brings what the user points at to the assistants that listen. */
export class Mentions {
  readonly #receivers = new Map<string, MentionReceiver>();

  listen(receiver: MentionReceiver): () => void {
    this.#receivers.set(receiver.id, receiver);
    return () => this.#receivers.delete(receiver.id);
  }

  /** Returns the ids of the sessions that got it. */
  send(mention: Mention, to: MentionTo): string[] {
    const chosen = this.#choose(to);
    for (const receiver of chosen) receiver.deliver(mention);
    return chosen.map(({ id }) => id);
  }

  #choose({ session, all }: MentionTo): MentionReceiver[] {
    const receivers = [...this.#receivers.values()].sort((a, b) => b.activeAt() - a.activeAt());
    const [latest] = receivers;
    if (latest === undefined) {
      throw new VaultError('unavailable', 'No Claude Code session is connected.', {
        reason: 'no-session',
        hint: 'Start Claude Code in the vault and type /ide.',
      });
    }
    if (session === undefined) return all ? receivers : [latest];
    const named = receivers.filter(({ id }) => id === session);
    if (named.length > 0) return named;
    throw new VaultError('not-found', `No Claude Code session ${session} is connected.`, {
      hint: 'See who is connected with "vaultd ide status".',
    });
  }
}
