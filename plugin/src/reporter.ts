import type { Daemon } from './daemon.ts';
import { isSameReport, pausedReport, type Report } from './report.ts';

/** A report leaves when nothing happened for this long, but not later than this after the first cause. */
export const restMs = 100;
const lateMs = 250;
/** An editor that says nothing for a quarter of an hour counts as gone. */
const repeatMs = 5 * 60 * 1000;

export interface ReporterOptions {
  readonly daemon: Daemon;
  readonly read: () => Report;
  readonly isPaused: () => boolean;
  /** Whether we show proposed changes. */
  readonly showsProposals: () => boolean;
  /** Whether the active note is kept from assistants. */
  readonly onPrivate: (isPrivate: boolean) => void;
}

/** Says to the daemon what the app shows, when it is something else than before. */
export class Reporter {
  readonly #options: ReporterOptions;
  #sent: Report | undefined;
  #rest: number | undefined;
  #late: number | undefined;
  #repeat: number | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Something may have changed. Cheap: it is called at every key. */
  mark(): void {
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => void this.#send(), restMs);
    this.#late ??= window.setTimeout(() => void this.#send(), lateMs);
  }

  /** Reports now, also what was reported before. */
  repeat(): Promise<void> {
    this.#sent = undefined;
    return this.#send();
  }

  /** Reports now what has changed. */
  flush(): Promise<void> {
    return this.#send();
  }

  stop(): void {
    for (const timer of [this.#rest, this.#late, this.#repeat]) window.clearTimeout(timer);
    this.#rest = undefined;
    this.#late = undefined;
    this.#repeat = undefined;
    this.#sent = undefined;
  }

  async #send(): Promise<void> {
    window.clearTimeout(this.#rest);
    window.clearTimeout(this.#late);
    this.#late = undefined;
    const { daemon, read, isPaused, showsProposals, onPrivate } = this.#options;
    if (daemon.vault === undefined) return;
    const report = isPaused() ? pausedReport : read();
    if (isSameReport(this.#sent, report)) return;
    this.#sent = report;
    window.clearTimeout(this.#repeat);
    this.#repeat = window.setTimeout(() => void this.repeat(), repeatMs);
    try {
      const about = { kind: 'plugin', diffs: showsProposals() };
      type Answer = { readonly withheld?: boolean };
      const answer = await daemon.call<Answer>('SetEditorState', { ...report, ...about });
      onPrivate(answer.withheld === true);
    } catch {
      // The next attachment begins with a whole report.
      this.#sent = undefined;
    }
  }
}
