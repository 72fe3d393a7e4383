import { globSync, readFileSync } from 'node:fs';
import { neutralise } from '@total-recall/domain';
import { expect, it } from 'vitest';

/** Libraries that write into windows and answers. */
const RENDERERS = ['libs/domain/src', 'libs/services/*/src', 'libs/runtime/src', 'libs/proxy/src', 'libs/mcp/src'];
/** A text that begins with a bracket and a word, or with a bracket and a value. */
const BRACKETED = /(['`])(\[(?:[A-Za-z]|\$\{)(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|(?!\1)[^\\\n])*)\1/g;

/** Values of the first expression of a line, by the file. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'done/done-line.ts': ['files that calls changed', 'no call that changes a file was found'],
  'markers/find-gaps.ts': ['T1-T9'],
  'markers/render-marker.ts': ['T1-T9'],
  'recall/render-evidence.ts': ['as of 2026-01-01T00:00:00.000Z', 'not found', '54'],
  'recall/overview-text.ts': ['topic', 'episode', 'insight'],
  'knowledge/render-knowledge.ts': ['3'],
  'open/render-opened.ts': ['e12'],
  'open/render-turns.ts': ['T20', 'an answer of the memory'],
  'window/cut-rounds.ts': ['12'],
  'src/bounded-lines.ts': ['12 more lines do'],
};

/** Texts that no reader takes for a line of the service, or that are no lines of a window or an answer, and why. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^\[(image|document)\b/, 'stands for a picture or a file within a text'],
  [/^\[redacted:/, 'stands for a secret within a text'],
  [/^\[(no output|error without output|no result yet|no result was recorded)\]$/, 'is all that a result says'],
  [/^\[(Start of the session|Go on|No reply)\]$/, 'is all that a message says'],
  [/^\[from \$/, 'names an agent; marked where windows name agents'],
  [/^\[\$\{(matches|files\.length|title)/, 'is a part of a preview, which is of the content'],
  [/^\[\$\{mime\}/, 'stands for a file in an event'],
  [/^\[\$\{marker\}|^\[\$\{namesOf|^\[no room for/, 'stands between answers of open, which have fences'],
  [/UNSEEN|^\[(a-z|A-Z)/, 'is a pattern'],
  [
    /^\[\$\{(?:sign|value\.map|raws?|left|results|text|given|\[\.\.\.|address|own|JSON)|^\[DONE\]|^\[\$\{(?!parts)[^}]*\}\]$/,
    'is JSON, a pattern or an address',
  ],
];

const files = globSync(RENDERERS.map((folder) => `${folder}/**/*.ts`)).filter((path) => !/\.test\.ts$|\/testing\//.test(path));
const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const found = files.flatMap((path) =>
  [...withoutComments(readFileSync(path, 'utf8')).matchAll(BRACKETED)].map(([, , text]) => [path, text!] as const),
);

/** Returns the line with values in the places of expressions: the first is of the file, and of a choice its first text. */
function samples(path: string, text: string): string[] {
  const firsts = Object.entries(VALUES).find(([name]) => path.endsWith(name))?.[1] ?? ['12'];
  return firsts.map((first) => {
    let value = first;
    return text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, (expression) => {
      const [, chosen] = /\?\s*'([^']+)'/.exec(expression) ?? [];
      const shown = chosen ?? value;
      value = '12';
      return shown;
    });
  });
}

it('marks every line in brackets that a renderer can write where evidence has one like it', () => {
  expect(found.length).toBeGreaterThan(40);
  const open = found
    .filter(([, text]) => !OTHERS.some(([pattern]) => pattern.test(text)))
    .filter(([path, text]) => !samples(path, text).some((line) => neutralise(`a\n${line}`) !== `a\n${line}`))
    .map(([path, text]) => `${path}: ${text}`);
  expect(open, 'add it to service-lines.ts, or say here why no reader takes it for one of the service').toEqual([]);
});

it('names no exception that nothing needs', () => {
  expect(OTHERS.filter(([pattern]) => !found.some(([, text]) => pattern.test(text))).map(([, why]) => why)).toEqual([]);
});
