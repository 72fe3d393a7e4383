// `npm run count:sources -- COMMIT COMMIT`: counts how large and how plain the sources and docs of two commits are, and
// writes the table of ADR 0151 anew.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PAGE = fileURLToPath(new URL('../docs/adr/0151-plain-words-are-counted-and-layers-that-do-something-stay.md', import.meta.url));
const PLACE = /<!-- counts [0-9a-f]+ [0-9a-f]+ -->[\s\S]*<!-- \/counts -->/;
const MOST_BYTES = 64 * 1024 * 1024;
const LONG_FUNCTION = 70;
const LONG_FILES = [300, 500] as const;
const LONG_LINE = 120;

/** Words with which a comment opens that says what a thing is like, and not what it is or does. */
const RIDDLES = new Set(['what', 'of', 'whether', 'how', 'who', 'where', 'that', 'which', 'why', 'when']);

/** Texts of a commit by path. */
type Tree = ReadonlyMap<string, string>;

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: MOST_BYTES });

function treeOf(commit: string): Tree {
  const paths = git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .filter((path) => /^(?:libs|apps)\/.*\/src\/.*\.ts$|^(?:[^/]+|docs\/.*)\.md$/.test(path));
  const input = paths.map((path) => `${commit}:${path}\n`).join('');
  const out = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: MOST_BYTES });
  const tree = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const headEnd = out.indexOf(10, at);
    const size = Number(out.toString('utf8', at, headEnd).split(' ').at(-1));
    tree.set(path, out.toString('utf8', headEnd + 1, headEnd + 1 + size));
    at = headEnd + 1 + size + 1;
  }
  return tree;
}

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Counts lines of functions, from the keyword to the closing brace. */
function longFunctions(path: string, text: string): number {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let found = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const to = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      if (to - from + 1 > LONG_FUNCTION) found += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the first word of each doc comment. */
function openings(text: string): string[] {
  return [...text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\s*][^\s]*)/g)].map(([, word]) => word!.toLowerCase());
}

const wordsIn = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

/** Counts lines of prose that are too long. A table cannot be broken. */
const longLines = (text: string): number => text.split('\n').filter((line) => line.length > LONG_LINE && !line.startsWith('|')).length;

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/** Counts one commit; the labels are the rows of the table. */
function count(commit: string): Map<string, string> {
  const tree = [...treeOf(commit)];
  const code = tree.filter(([path]) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const docs = tree.filter(([path]) => path.endsWith('.md'));
  const lines = (select: RegExp): number => code.filter(([path]) => select.test(path)).reduce((sum, [, text]) => sum + linesOf(text), 0);
  const opened = code.flatMap(([, text]) => openings(text));
  const isAdr = ([path]: readonly [string, string]): boolean => path.startsWith('docs/adr/');
  const figures: [string, number | string][] = [
    ['source files, without tests', code.length],
    ['lines in them', lines(/./)],
    ['lines of wiring in `apps`, without the command line', lines(/^apps\/(?!cli\/)/)],
    ['lines of wiring in `libs/composition`', lines(/^libs\/composition\//)],
    ['folders of `libs/runtime/src`', new Set(code.flatMap(([path]) => /^libs\/runtime\/src\/([^/]+)\//.exec(path)?.[1] ?? [])).size],
    ...LONG_FILES.map((most): [string, number] => [`files above ${most} lines`, code.filter(([, text]) => linesOf(text) > most).length]),
    [`functions above ${LONG_FUNCTION} lines`, code.reduce((sum, [path, text]) => sum + longFunctions(path, text), 0)],
    ['doc comments', opened.length],
    ['of them open with a verb or a noun phrase', percent(opened.filter((word) => !RIDDLES.has(word)).length, opened.length)],
    ...['what', 'of', 'whether'].map((riddle): [string, number] => [
      `of them open with "${riddle}"`,
      opened.filter((word) => word === riddle).length,
    ]),
    ['words of docs, without ADRs', wordsIn(docs.filter((page) => !isAdr(page)).map(([, text]) => text))],
    ['words of ADRs', wordsIn(docs.filter(isAdr).map(([, text]) => text))],
    [`lines of prose above ${LONG_LINE} characters`, docs.reduce((sum, [, text]) => sum + longLines(text), 0)],
  ];
  return new Map(figures.map(([label, value]) => [label, typeof value === 'number' ? value.toLocaleString('en-US') : value]));
}

function render(before: string, now: string): string {
  const [first, last] = [count(before), count(now)];
  const rows = [...last].map(([label, value]) => [label, first.get(label)!, value] as const);
  const all = [['', `\`${before}\``, `\`${now}\``] as const, ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [`<!-- counts ${before} ${now} -->`, '', line(all[0]!), rule, ...rows.map(line), '', '<!-- /counts -->'].join('\n');
}

const [before, now] = process.argv.slice(2);
if (!before || !now) throw new Error('Two commits are needed: npm run count:sources -- COMMIT COMMIT');
const page = readFileSync(PAGE, 'utf8');
if (!PLACE.test(page)) throw new Error('ADR 0151 has no place for the counts.');
writeFileSync(
  PAGE,
  page.replace(PLACE, () => render(before, now)),
);
