import { defineConfig } from 'vitepress';
import { listSections } from '../pages.mjs';

// Below another path than the root of a host: SITE_BASE=/vaultd/ npm run site
const base = process.env.SITE_BASE ?? '/';

/** Words that every page has say nothing about what a reader looks for. */
const search = {
  options: {
    processTerm: (term) =>
      /^(a|an|and|are|for|how|in|is|it|of|on|or|the|to|what|with)$/i.test(term)
        ? null
        : term.toLowerCase(),
  },
  searchOptions: { prefix: true, fuzzy: 0.1, boost: { title: 4, titles: 2, text: 1 } },
};

export default defineConfig({
  srcDir: '.cache/pages',
  cacheDir: '.cache/vitepress',
  outDir: 'dist',
  base,
  lang: 'en',
  title: 'vaultd',
  description: 'One server for your Markdown notes.',
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // Comments of the usual themes are too faint to read.
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Docs', link: '/docs' },
      { text: 'Command line', link: '/cli' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: listSections(),
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: search } },
  },
});
