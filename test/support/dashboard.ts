import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Goes to a place of the dashboard without loading the page anew. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

/** What a checker of accessibility finds in what is shown now: rules, and where they are broken. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`);
  return found as string[];
}
