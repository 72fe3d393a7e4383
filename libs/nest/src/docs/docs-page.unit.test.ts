import { createHash } from 'node:crypto';
import { buildOpenApi } from '@total-recall/contracts';
import { describe, expect, it } from 'vitest';
import { renderDocsPage } from './docs-page.ts';

const document = buildOpenApi({ version: '1.2.3' });
const { html, contentSecurityPolicy } = renderDocsPage(document);

describe('the page at /docs', () => {
  it('links only to what stands on it, and closes what it opens', () => {
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const tag of ['article', 'section', 'details', 'ul', 'li', 'table', 'div', 'pre', 'nav', 'main']) {
      expect([tag, html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length]).toEqual([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length]);
    }
  });

  it('allows its own style and script by hash, and holds no others', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const [, style] = /<style>([\s\S]*)<\/style>/.exec(html)!;
    const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
    expect(contentSecurityPolicy).toContain(`style-src ${hash(style!)}`);
    expect(contentSecurityPolicy).toContain(`script-src ${hash(script!)}`);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/ on[a-z]+="| style="/);
  });

  it('leads back to the pages that it is one of, where it is', () => {
    expect(html).not.toContain('All pages');
    expect(renderDocsPage(document, '../').html).toContain('<a href="../">All pages of the documentation</a>');
  });

  it('shows what stands in backticks as code, in every description', () => {
    const outside = html.replace(/<script>[\s\S]*<\/script>|<pre>[\s\S]*?<\/pre>/g, '');
    expect(outside.match(/.{0,40}`[^`<]+`.{0,40}/g)).toBeNull();
    expect(outside).toContain('as in the name <code>e184</code>');
  });

  it('escapes what a document says', () => {
    const hostile = structuredClone(document) as any;
    hostile.info.description = '<img src=x onerror=alert(1)>';
    Object.values<any>(hostile.paths)[0].get.summary = '"><script>alert(1)</script>';
    const page = renderDocsPage(hostile).html;
    expect(page).not.toContain('<img');
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('shows a curl line for every operation, quoted for a shell', () => {
    const lines = html.match(/curl [\s\S]*?<\/code>/g)!;
    expect(lines).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length);
    for (const line of lines) expect(line).toContain('Authorization: Bearer $TOTAL_RECALL_API_KEY');
  });

  it('breaks words only in the last column of a table, as the others would shrink to a letter', () => {
    const rules = [...html.matchAll(/^(main|td[^{]*)\{(?:[^}]*;)?overflow-wrap:(\w+)[^}]*\}/gm)].map(([, of, how]) => [of, how]);
    expect(rules).toEqual([
      ['main', 'anywhere'],
      ['td:not(:last-child)', 'normal'],
    ]);
  });
});
