import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { breakLongNames } from './break-names.ts';
import { leaveOutsideLinks } from './outside-links.ts';

const DOCS = new URL('../', import.meta.url);

/** Lists the pages of a folder by their first heading. */
function pagesOf(folder: string): DefaultTheme.SidebarItem[] {
  return readdirSync(new URL(`${folder}/`, DOCS))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => {
      const heading = /^# (.+)$/m.exec(readFileSync(new URL(`${folder}/${name}`, DOCS), 'utf8'))?.[1] ?? name;
      return { text: heading, link: `/${folder}/${name.slice(0, -'.md'.length)}` };
    });
}

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Begin',
    items: [
      page('Start', '/start'),
      page('Concepts', '/concepts'),
      page('Glossary', '/glossary'),
      page('Coming from summaries or Mem0', '/migrate'),
    ],
  },
  {
    text: 'Doors',
    items: [
      page('The proxy', '/proxy'),
      page('The client', '/client'),
      page('The Python client', '/python'),
      page('The MCP server', '/mcp'),
      page('Plug-ins', '/plugins'),
    ],
  },
  { text: 'Frameworks', items: pagesOf('integrations') },
  {
    text: 'Use',
    items: [
      page('Recall', '/recall'),
      page('Commands', '/commands'),
      page('Configuration', '/configuration'),
      page('Errors and limits', '/limits'),
      page('Models', '/models'),
      { text: 'HTTP API', link: '/api/', target: '_self' },
    ],
  },
  {
    text: 'Operate',
    items: [page('Deploy', '/deploy'), page('Connections', '/connections'), page('Security', '/security'), page('Scale', '/scale')],
  },
  {
    text: 'On call',
    items: [
      page('Operations', '/operations'),
      page('Backup and upgrade', '/backup'),
      page('The data folder', '/data-folder'),
      page('Memory', '/memory'),
      page('Erasure and retention', '/erasure'),
      page('Keys, tenants, audit', '/tenants'),
      page('Watching', '/watching'),
      page('Alerts', '/alerts'),
      page('Index and archive', '/index-rebuild'),
      page('Consolidation', '/consolidation'),
      page('Damage', '/damage'),
      page('Faults', '/faults'),
    ],
  },
  { text: 'Measured', collapsed: true, items: pagesOf('benchmarks') },
  {
    text: 'Work on it',
    collapsed: true,
    items: [page('Recipes', '/recipes'), page('Sources', '/sources')],
  },
  { text: 'Decisions', collapsed: true, items: pagesOf('adr') },
];

/** Lines of a log, of which one stands for those that left. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="#5672cd"><path d="M2 2h12v3H2zM2 11h12v3H2z"/><path d="M2 7h5v2H2z" opacity=".5"/></g></svg>`;

export default defineConfig({
  title: 'Total Recall',
  description: 'Memory for LLM agents that loses nothing.',
  head: [
    ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
    ['style', {}, readFileSync(new URL('site.css', import.meta.url), 'utf8')],
  ],
  outDir: './dist',
  markdown: {
    config(markdown) {
      leaveOutsideLinks(markdown);
      breakLongNames(markdown);
    },
  },
  vite: { build: { chunkSizeWarningLimit: 5_000 } },
  themeConfig: {
    sidebar,
    nav: [page('Start', '/start'), page('Concepts', '/concepts'), { text: 'HTTP API', link: '/api/', target: '_self' }],
    search: { provider: 'local' },
    outline: [2, 3],
  },
});
