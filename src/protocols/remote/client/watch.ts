import { AsyncQueue } from '../../../kit/async-queue.ts';
import type { RemoteChange } from './methods.ts';

/**
 * `reset`: what happened at and below the path is not known one by one, because the connection was
 * lost for a while. Walk it again.
 */
export type WatchEvent =
  | Omit<RemoteChange, 'subscriptionId'>
  | { readonly event: 'reset'; readonly path: string };

/** Changes as they come, for `for await`. Ends when it is closed or the client is. */
export class Watch extends AsyncQueue<WatchEvent> {
  readonly path: string;
  readonly recursive: boolean;

  constructor(path: string, recursive: boolean, onClose: (watch: Watch) => Promise<void>) {
    super({ onClose: () => onClose(this) });
    this.path = path;
    this.recursive = recursive;
  }

  covers(path: string): boolean {
    if (path === this.path) return true;
    const prefix = this.path === '' ? '' : `${this.path}/`;
    return path.startsWith(prefix) && (this.recursive || !path.slice(prefix.length).includes('/'));
  }
}
