import type { Page } from 'playwright-core';
import { type Agent, openAgent } from '../test/support/agent.ts';
import type { VaultHome } from '../test/support/vault-daemon.ts';
import { judged, p95, type Row } from './measure.ts';
import { scaled } from './scale.ts';

const path = 'Shared.md';
const rounds = scaled(20, 2);

/** The note that the pages and the agent change: a task for each page in every round. */
export const sharedNote = {
  path,
  text: `# Shared\n\n${Array.from({ length: 2 * rounds }, (_, at) => `- [ ] task ${at}\n`).join('')}\n`,
};

/**
 * Two pages and an agent change one note at once, again and again: from the moment they are asked
 * to until both pages show all three changes.
 */
export async function benchTogether(home: VaultHome, pages: readonly [Page, Page]): Promise<Row> {
  for (const page of pages) {
    await page.evaluate(`location.hash = '#/notes/${path}'`);
    await page.locator('.prose .task input').last().waitFor();
    await page.evaluate(watchNote);
  }
  const agent = await openAgent(home, 'writer');
  try {
    const waits: number[] = [];
    for (let round = 0; round < rounds; round++)
      waits.push(await changeAtOnce(agent, pages, round));
    return judged({
      what: 'two pages and an agent on one note: change to both pages, 95 of 100',
      unit: 'ms',
      // The first round also opens what later ones use.
      ours: p95(waits.slice(1)),
      beside: 'the limit',
      theirs: 200,
      reach: { atMost: 1 },
      runs: waits.length - 1,
    });
  } finally {
    await agent.close();
  }
}

async function changeAtOnce(
  agent: Agent,
  pages: readonly [Page, Page],
  round: number,
): Promise<number> {
  const line = `Line ${round}.`;
  const shown = pages.map((page) => page.evaluate(`whenShown('${line}', ${2 * round + 2})`));
  const askedAt = performance.timeOrigin + performance.now();
  await Promise.all([
    agent.call('obsidian_append_to_note', { target: { type: 'path', path }, content: `${line}\n` }),
    ...pages.map((page, at) => page.evaluate(`tick(${2 * round + at})`)),
  ]);
  return Math.max(...((await Promise.all(shown)) as number[])) - askedAt;
}

const watchNote = `
  window.tick = (at) => document.querySelectorAll('.prose .task input')[at].click();
  window.whenShown = (line, ticked) => new Promise((done) => {
    const look = () => {
      const note = document.querySelector('.prose');
      const isShown = note.textContent.includes(line) && note.querySelectorAll('.task input:checked').length >= ticked;
      if (isShown) done(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
`;
