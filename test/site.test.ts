import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPages, listSections } from '../site/pages.mjs';

const docs = new URL('../docs', import.meta.url);

test('the site has every page, and every link and picture of a page leads to one', () => {
  const addresses = listPages().map(({ address }) => address);
  expect(addresses).toEqual(expect.arrayContaining(['index.md', 'tour.md', 'decisions/index.md']));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the map of the documentation, which is the sidebar of the site, has every page', () => {
  const links = listSections().flatMap(({ items }) => items.map(({ link }) => link));
  const pages = readdirSync(docs).filter((name) => /\.md$/.test(name) && name !== 'README.md');
  expect(pages.filter((name) => !links.includes(`/${name.replace(/\.md$/, '')}`))).toEqual([]);
  expect(new Set(links).size).toBe(links.length);
});
