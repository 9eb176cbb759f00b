import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { IdeLimits } from '../../contract/limits.ts';
import type { Mention } from '../../contract/workspace.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { RateWindow } from '../../kit/rate-window.ts';
import type { Session } from '../../operations/sessions.ts';
import { encodeIdeRequest, encodeNotification } from './frame.ts';
import { type MentionParams, toMentionParams } from './mention.ts';
import type { IdeOutbox } from './outbox.ts';
import { isSameSelection, type SelectionParams, toSelectionParams } from './selection.ts';
import type { VaultPaths } from './vault-paths.ts';

const rootsRequest = 's1';
const rootsShape = z.object({ roots: z.array(z.object({ uri: z.string() })) });

export interface NotificationsOptions {
  readonly session: Session;
  readonly paths: VaultPaths;
  readonly outbox: IdeOutbox;
  readonly limits: IdeLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What a client gets without asking. Its window attaches its handlers some time after the
 * handshake, and what comes before that is lost without an error, so everything waits until then.
 */
export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #mentions: { readonly params: MentionParams; readonly at: number }[] = [];
  readonly #mentionRate: RateWindow;
  #lastSelection: SelectionParams | undefined;
  #isReady = false;
  #isMentioning = false;

  constructor(options: NotificationsOptions) {
    this.#options = options;
    this.#mentionRate = new RateWindow(options.limits.mentionsPerSecondMax, 1000);
  }

  /** The client is ready this long from now, unless it is so before. */
  readyIn(ms: number): void {
    this.#after(ms, () => this.#becomeReady());
  }

  /** Sends what is active and selected, if the client would show a difference. */
  pushSelection(): void {
    if (!this.#isReady) return;
    const { session, paths } = this.#options;
    const params = toSelectionParams(session.view.workspace.state(), paths);
    const last = this.#lastSelection;
    const isNew = last ? !isSameSelection(params, last) : params.filePath !== undefined;
    if (isNew) this.#sendSelection(params);
  }

  /** Throws when this client cannot get a mention of the note. */
  mention(mention: Mention): void {
    const { session, paths, clock, limits, log } = this.#options;
    if (!session.view.policy.mayRead(mention.path)) throw unshared(mention.path);
    const params = toMentionParams(mention, paths);
    const now = clock.now();
    if (!this.#isReady && this.#mentions.length >= limits.mentionsQueuedMax) throw tooMany();
    if (!this.#mentionRate.tryAdd(now)) {
      log.warn('Mention dropped: too many in a second', { client: session.id });
      return;
    }
    this.#mentions.push({ params, at: now });
    this.#sendMentions();
  }

  /** The client has answered our request. Whatever it says, the protocol works on. */
  answered(id: unknown, result: unknown): void {
    const [root] = (id === rootsRequest && rootsShape.safeParse(result).data?.roots) || [];
    if (root === undefined) return;
    this.#options.paths.clientFolder = toPath(root.uri);
    this.pushSelection();
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.pushSelection();
    const first = this.#lastSelection;
    this.#after(this.#options.limits.repeatFirstMs, () => {
      if (first !== undefined && this.#lastSelection === first) this.#sendSelection(first);
    });
    this.#options.outbox.add(encodeIdeRequest(rootsRequest, 'roots/list'));
    this.#sendMentions();
  }

  #sendSelection(params: SelectionParams): void {
    const { outbox, log } = this.#options;
    this.#lastSelection = params;
    outbox.addState(encodeNotification('selection_changed', params));
    log.debug('Sent selection_changed', { path: params.filePath });
  }

  /** One after the other, with a pause between them. */
  #sendMentions(): void {
    if (!this.#isReady || this.#isMentioning) return;
    const { clock, limits, outbox, log } = this.#options;
    const oldest = clock.now() - limits.mentionWaitMsMax;
    let next = this.#mentions.shift();
    while (next !== undefined && next.at < oldest) next = this.#mentions.shift();
    if (next === undefined) return;
    outbox.add(encodeNotification('at_mentioned', next.params));
    const { filePath: path, lineStart, lineEnd } = next.params;
    log.debug('Sent at-mention', { path, lineStart, lineEnd });
    this.#isMentioning = true;
    this.#after(limits.mentionGapMs, () => {
      this.#isMentioning = false;
      this.#sendMentions();
    });
  }

  /** Unless the client is gone by then. */
  #after(ms: number, run: () => void): void {
    const { signal } = this.#options.session;
    const timer = setTimeout(() => {
      if (!signal.aborted) run();
    }, ms);
    timer.unref();
  }
}

function toPath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function unshared(path: string): VaultError {
  return new VaultError('forbidden', `"${path}" is not shared with assistants.`, {
    path,
    reason: 'not-shared',
    hint: 'It is hidden, excluded by ide.exclude, or its properties say no.',
  });
}

function tooMany(): VaultError {
  return new VaultError('unavailable', 'Too many mentions wait for a session that is starting.', {
    hint: 'Try again in a moment.',
  });
}
