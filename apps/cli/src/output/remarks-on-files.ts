import { plural } from './format-number.ts';
import { oneLine } from './text-width.ts';

interface ReadFile {
  readonly file: string;
  readonly report: { readonly problems: readonly { readonly line?: number; readonly problem: string }[] };
}

/** Matches a remark that counts events of its file. */
const COUNTED = /^(\d+) events? (?:has|have) (.+)$/su;

/** Returns what is to be said of a file as a whole. */
export function remarksOn({ file, report }: ReadFile): string[] {
  return remarksIn(report).map((problem) => `${oneLine(file)}: ${oneLine(problem)}`);
}

/** Returns what is to be said of files as a whole: once where it is said of several, with the sum of their events. */
export function joinRemarks(files: readonly ReadFile[]): string[] {
  const said = files.flatMap((one) =>
    remarksIn(one.report).map((problem) => {
      const [, events, rest] = COUNTED.exec(problem) ?? [];
      return { file: one.file, problem, events: Number(events), rest };
    }),
  );
  return [...Map.groupBy(said, ({ problem, rest }) => rest ?? problem).values()].flatMap((alike) => {
    const [{ rest }] = alike as [(typeof alike)[number]];
    if (alike.length === 1 || rest === undefined) return alike.map(({ file, problem }) => `${oneLine(file)}: ${oneLine(problem)}`);
    const events = alike.reduce((sum, one) => sum + one.events, 0);
    return [`${plural(alike.length, 'file')}: ${plural(events, 'event')} ${events === 1 ? 'has' : 'have'} ${oneLine(rest)}`];
  });
}

function remarksIn({ problems }: ReadFile['report']): string[] {
  return problems.flatMap(({ line, problem }) => (line === undefined ? [problem] : []));
}
