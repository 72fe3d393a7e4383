/** Smallest number of characters that name something. */
const SHORTEST = 3;
/** Number of characters of a scope that are kept. */
const SCOPE_CHARS = 80;

/** Prefix that tools put before a line: its number, its file and number, or the sign of a diff. */
const PREFIX = /^(?:\s{0,8}\d{1,7}(?:\t|[:|→]\s?|\s{2})|[\w./@-]{1,120}:\d{1,7}:|[+-](?=[\sA-Za-z@]))/;

const MODIFIERS = String.raw`(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|async|override|virtual|inline|unsafe|extern|const|pub(?:\(\w{1,10}\))?|open|data|partial|declare)\s+){0,5}`;
const KEYWORDS =
  '(?:function\\*?|def|class|interface|struct|enum|trait|impl|fn|func|fun|module|namespace|type|sub|proc|procedure|protocol|extension|' +
  'record|union|defmodule|defp?|defn|create table|create view)';
const NAME = String.raw`(?:\([^()]{0,60}\)\s*)?[\w$.:~!?*&<>,\[\]#-]{1,80}`;

const SCOPES: readonly RegExp[] = [
  // Heading: Markdown, a rule with a title, a section of a settings file, a bold line.
  /^#{1,6}\s+\S/,
  /^[=*-]{3,}\s+\S.{0,100}$/,
  /^\[[\w .:"'/-]{1,80}\]$/,
  /^\*\*[^*]{2,78}\*\*:?$/,
  /^<h[1-6]\b/i,
  // File or hunk of a diff.
  /^(?:diff --git|@@ )/,
  // Definition by its keyword.
  new RegExp(String.raw`^\s*${MODIFIERS}${KEYWORDS}\s+${NAME}\s*(?:[({:=;<]|$|\b(?:extends|implements|for|where|is|of|do|begin)\b)`, 'i'),
  // Function assigned to a name.
  /^\s*(?:export\s+)?(?:const|let|var)\s+[\w$]{1,80}\s*(?::[^=]{1,80})?=\s*(?:async\s*)?(?:function\b|\([^()]{0,120}\)[^=]{0,40}=>|[\w$]{1,40}\s*=>)/,
  // Method, or test with its title: a name, brackets, and an opening brace.
  new RegExp(
    String.raw`^\s{0,24}${MODIFIERS}(?:[\w$<>\[\],.*&:]{1,60}\s+){0,3}(?!(?:if|for|while|switch|catch|return|else|with|when|do|function|match|until|unless)\b)[\w$#~]{1,80}\s*\([^;]{0,240}\{$`,
  ),
  // Key before a block of an object or a list, or a line that ends with a colon.
  /^\s{0,8}"[^"]{1,60}":\s*[[{]$/,
  /^(?!(?:else|try|finally|default|do)\b)\p{L}[^:{}()[\]]{1,58}:$/u,
];

/**
 * Returns the line as a scope if it names what follows: a heading, section, function, method or class. Decided by form
 * alone, in any language.
 */
export function scopeOf(line: string): string | undefined {
  if (line.length < SHORTEST) return undefined;
  const text = withoutBreaks(line);
  if (text.length < SHORTEST || text.length > 250) return undefined;
  const bare = text.replace(PREFIX, '');
  if (!SCOPES.some((scope) => scope.test(bare))) return undefined;
  return bare.trim().slice(0, SCOPE_CHARS);
}

/**
 * Removes trailing line ends and spaces, including line ends written out. Written by hand: a pattern takes quadratic
 * time on a run of spaces.
 */
function withoutBreaks(line: string): string {
  let text = line.trimEnd();
  while (text.endsWith('\\n') || text.endsWith('\\r')) text = text.slice(0, -2).trimEnd();
  return text;
}
