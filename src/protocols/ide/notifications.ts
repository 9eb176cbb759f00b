import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { IdeLimits } from '../../contract/limits.ts';
import type { Mention } from '../../contract/workspace.ts';
import type { Clock } from '../../kit/clock.ts';
import type { IdePeer } from './call.ts';
import { encodeIdeRequest, encodeNotification } from './frame.ts';
import { type MentionParams, toMentionParams } from './mention.ts';
import type { IdeOutbox } from './outbox.ts';
import { isSameSelection, type SelectionParams, toSelectionParams } from './selection.ts';

const rootsRequest = 's1';
const rootsShape = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/**
 * What is sent to a client unasked. Its window attaches its handlers some time after the handshake;
 * what comes before that is lost without an error, so everything waits for that moment.
 */
export class Pusher {
  readonly #peer: IdePeer;
  readonly #outbox: IdeOutbox;
  readonly #limits: IdeLimits;
  readonly #clock: Clock;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #mentions: { readonly params: MentionParams; readonly at: number }[] = [];
  readonly #mentionTimes: number[] = [];
  #clientRoot: string | undefined;
  #last: SelectionParams | undefined;
  #selectionsSent = 0;
  #isReady = false;
  #isPumping = false;

  constructor(peer: IdePeer, outbox: IdeOutbox, limits: IdeLimits, clock: Clock) {
    this.#peer = peer;
    this.#outbox = outbox;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Where the client works, once it has said so. */
  get clientRoot(): string | undefined {
    return this.#clientRoot;
  }

  initialized(): void {
    this.#after(this.#limits.readyAfterInitializedMs, () => this.#becomeReady());
  }

  toolsListed(): void {
    this.#after(this.#limits.readyAfterToolsMs, () => this.#becomeReady());
  }

  /** Sends what the user looks at, if the client would see a difference. */
  pushSelection(): void {
    if (!this.#isReady) return;
    const { session, paths, root } = this.#peer;
    const params = toSelectionParams(session.view.workspace.state(), paths, root);
    const isNews = this.#last ? !isSameSelection(params, this.#last) : params.filePath;
    if (isNews) this.#sendSelection(params);
  }

  /** Throws when this client cannot be told of the note. */
  mention(mention: Mention): void {
    const { session, paths, root, log } = this.#peer;
    if (!session.view.policy.mayRead(mention.path)) throw unshared(mention.path);
    const absolute = paths.toAbsolute(mention.path, root);
    const params = toMentionParams(mention, absolute, this.#clientRoot ?? root);
    const now = this.#clock.now();
    if (!this.#isReady && this.#mentions.length >= this.#limits.mentionsQueuedMax) throw tooMany();
    if (this.#isTooOften(now)) {
      log.warn('Mention dropped: too many in a second', { client: session.id });
      return;
    }
    this.#mentions.push({ params, at: now });
    this.#pump();
  }

  /** The client has answered our question. Whatever it says, the protocol works on. */
  answered(id: unknown, result: unknown): void {
    const [root] = (id === rootsRequest && rootsShape.safeParse(result).data?.roots) || [];
    if (root === undefined) return;
    this.#clientRoot = toPath(root.uri);
    this.pushSelection();
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.pushSelection();
    const sent = this.#selectionsSent;
    this.#after(this.#limits.repeatFirstMs, () => {
      if (this.#last !== undefined && this.#selectionsSent === sent)
        this.#sendSelection(this.#last);
    });
    this.#outbox.send(encodeIdeRequest(rootsRequest, 'roots/list'));
    this.#pump();
  }

  #sendSelection(params: SelectionParams): void {
    this.#last = params;
    this.#selectionsSent++;
    this.#outbox.sendState(encodeNotification('selection_changed', params));
    this.#peer.log.debug('Sent selection_changed', { path: params.filePath });
  }

  #pump(): void {
    if (!this.#isReady || this.#isPumping) return;
    const oldest = this.#clock.now() - this.#limits.mentionWaitMsMax;
    let next = this.#mentions.shift();
    while (next !== undefined && next.at < oldest) next = this.#mentions.shift();
    if (next === undefined) return;
    this.#outbox.send(encodeNotification('at_mentioned', next.params));
    const { filePath: path, lineStart, lineEnd } = next.params;
    this.#peer.log.debug('Sent at-mention', { path, lineStart, lineEnd });
    this.#isPumping = true;
    this.#after(this.#limits.mentionGapMs, () => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  #isTooOften(now: number): boolean {
    const times = this.#mentionTimes;
    while (times[0] !== undefined && times[0] <= now - 1000) times.shift();
    if (times.length >= this.#limits.mentionsPerSecondMax) return true;
    times.push(now);
    return false;
  }

  #after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
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
