import type { Log } from '../kit/log.ts';
import { hasDesktop, openInBrowser } from '../kit/open-in-browser.ts';
import type { OpenVaults } from './open.ts';
import type { Environment } from './places.ts';

interface ReviewOpenerOptions {
  readonly env: Environment;
  readonly log: Log;
  /** Those of now. */
  readonly settings: { readonly open_review: boolean };
  /** A link that logs a browser in; undefined while the dashboard is closed. */
  newLink(): string | undefined;
}

/** Lets every vault open the dashboard for a proposed change that nothing can show. */
export function offerReview(
  { vaults, arrivals }: Pick<OpenVaults, 'vaults' | 'arrivals'>,
  options: ReviewOpenerOptions,
): void {
  const open = createReviewOpener(options);
  for (const { workspace } of vaults) workspace.setViewerOpener(open);
  arrivals.on(({ kind, vault }) => {
    if (kind === 'added') vault.workspace.setViewerOpener(open);
  });
}

/** The result says whether the page was opened. */
function createReviewOpener(options: ReviewOpenerOptions): () => boolean {
  const { env, log } = options;
  return () => {
    if (!options.settings.open_review || !hasDesktop(env)) return false;
    const link = options.newLink();
    if (link === undefined) return false;
    void openInBrowser(`${link}#/review`, { ...env }).then((isOpened) => {
      if (!isOpened) log.warn('The review page could not be opened in a browser.');
    });
    return true;
  };
}
