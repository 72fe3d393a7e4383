import type { MarkdownRenderer } from 'vitepress';

/** Length from which on a name may break: one that cannot takes the room of the columns beside it. */
const LONG = 16;

/** Lets long names in code break behind an underscore or a slash, as tables of settings need it. */
export function breakLongNames(markdown: MarkdownRenderer): void {
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules['code_inline'] = (tokens, at, _options, _env, renderer) => {
    const { content } = tokens[at]!;
    const text = content.length < LONG ? escapeHtml(content) : escapeHtml(content).replaceAll(/[_/]/g, '$&<wbr>');
    return `<code${renderer.renderAttrs(tokens[at]!)}>${text}</code>`;
  };
}
