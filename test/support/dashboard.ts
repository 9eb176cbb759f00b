import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Goes to a place of the dashboard without loading the page anew. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

export interface BarrierOptions {
  /** The part of the page to check, where the rest of it has been checked before. */
  readonly within?: string;
  /** For the same page in other colours. */
  readonly onlyColours?: boolean;
}

/** What a checker of accessibility finds in what is shown now: rules, and where they are broken. */
export async function findBarriers(
  page: Page,
  { within, onlyColours = false }: BarrierOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axe.source);
  const part = within === undefined ? 'document' : JSON.stringify(within);
  const options = {
    resultTypes: ['violations'],
    ...(onlyColours && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  };
  const found = await page.evaluate(`axe.run(${part}, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`);
  return found as string[];
}
