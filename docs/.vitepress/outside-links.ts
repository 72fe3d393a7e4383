import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Shows links to files outside of the documentation as their text alone. A clone of the repository has those files, the
 * site has not.
 */
export function leaveOutsideLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('outside-links', ({ tokens, env }) => {
    const folder = posix.dirname((env as { readonly relativePath: string }).relativePath);
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') isOutside = leadsOut(folder, String(token.attrGet('href')));
        if (isOutside && (token.type === 'link_open' || token.type === 'link_close')) {
          token.hidden = true;
          token.tag = 'span';
          token.attrs = null;
        }
        if (token.type === 'link_close') isOutside = false;
      }
    }
  });
}

function leadsOut(folder: string, href: string): boolean {
  return !/^([a-z]+:|#|\/)/i.test(href) && posix.normalize(posix.join(folder, href)).startsWith('..');
}
