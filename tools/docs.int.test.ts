import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'dist', '.nx', 'coverage']);
const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: (path) => LEFT_OUT.has(basename(path)) });
const CODE = /^ *```[^]*?^ *```|`[^`\n]*`/gm;

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

it('every link between pages leads to a page and to a heading of it', () => {
  expect(PAGES.length).toBeGreaterThan(50);
  const dead = PAGES.flatMap((page) =>
    [
      ...read(page)
        .replaceAll(CODE, '')
        .matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#?([^)\s]*)\)/g),
    ]
      .filter(([, path, anchor]) => !leads(path === '' ? page : join(dirname(page), path!), anchor!))
      .map(([link]) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

function leads(target: string, anchor: string): boolean {
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === '' || headings(target).has(anchor);
}

/** The anchors that a page has, as GitHub makes them of its headings. */
function headings(page: string): ReadonlySet<string> {
  const titles = read(page)
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .matchAll(/^#{1,6} (.*)$/gm);
  return new Set(
    [...titles].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}

it('no line of a page is over 120 characters but for rows of tables', () => {
  const long = PAGES.flatMap((page) =>
    read(page)
      .split('\n')
      .map((line, at) => ({ place: `${page}:${at + 1}`, line }))
      .filter(({ line }) => line.length > 120 && !line.startsWith('|')),
  );
  expect(long).toEqual([]);
});

it('every page of the docs stands in the side bar of the site', () => {
  const sidebar = read('docs/.vitepress/config.ts');
  const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page)).map((page) => basename(page, '.md'));
  expect(pages.filter((page) => page !== 'index' && !sidebar.includes(`'/${page}'`))).toEqual([]);
});
