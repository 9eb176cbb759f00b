import { defineConfig } from 'vitepress';
import { listSections } from '../pages.mjs';

export default defineConfig({
  srcDir: '.cache/pages',
  cacheDir: '.cache/vitepress',
  outDir: 'dist',
  // Below another path than the root of a host: SITE_BASE=/vaultd/ npm run site
  base: process.env.SITE_BASE ?? '/',
  lang: 'en',
  title: 'vaultd',
  description: 'One server for your Markdown notes.',
  themeConfig: {
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Docs', link: '/docs' },
      { text: 'Command line', link: '/cli' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: listSections(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
