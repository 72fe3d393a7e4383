import type { AnswerFigures, AnswersResult } from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderTable } from './render-table.ts';
import type { Terminal } from './terminal.ts';

/** Returns the result without its questions. Generated questions have no hash. */
export function answersJson({ questions: _questions, ...rest }: AnswersResult, sha256: string | undefined, machine: Machine): object {
  return { dataset: 'answers', ...(sha256 !== undefined && { sha256 }), ...rest, machine };
}

/** Returns one line of JSON per question: the question, its answer, and whether that answer was given. */
export function answerQuestionLines(result: AnswersResult): string {
  return result.questions.map((question) => `${JSON.stringify(question)}\n`).join('');
}

export function renderAnswers(
  result: AnswersResult,
  sha256: string | undefined,
  machine: Machine,
  { style }: Pick<Terminal, 'style'>,
): string {
  const { answerable, unanswerable, all, store } = result;
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = ['n', 'in 4,000', 'in 1,000', 'by default', 'first five', 'tokens', 'nothing found', 'answered', 'and there'];
  const groups: readonly (readonly [string, AnswerFigures])[] = [
    ...Object.entries(result.byKind),
    ['all answerable', answerable],
    ...Object.entries(result.byStore).map(([name, figures]) => [`store ${name}`, figures] as const),
    ...Object.entries(result.byHalf).map(([name, figures]) => [`half ${name}`, figures] as const),
  ];
  const range = (figures: AnswerFigures['in@4000']) =>
    figures.interval === null ? '-' : `${percent(figures.interval.low)} - ${percent(figures.interval.high)}`;
  return [
    style('bold', `answers: ${plural(answerable.n, 'question')} with an answer, ${whole(unanswerable.n)} without`),
    renderTable([{ title: 'kind' }, ...titles.map(right)], groups.map(([name, figures]) => [name, ...cellsOf(figures)]), style), // oxfmt-ignore
    `95 % intervals of all answerable: ${range(answerable['in@4000'])} at 4,000, ${range(answerable['in@1000'])} at 1,000.`,
    `Without an answer: ${percent(unanswerable.outcomes.answered.mean)} said to be answered, ${percent(unanswerable.outcomes.nothing_found.mean)} nothing found (${whole(unanswerable.tokensByOutcome.nothing_found ?? 0)} tokens).\nOf all that is said to be answered ${percent(all.answeredAndThere.mean)} is there (n ${all.answeredAndThere.n}).`,
    `Stored: ${plural(store.events, 'event')} of ${plural(store.sessions, 'session')} in ${plural(store.spaces, 'space')}, the largest ${whole(store.largest)}. Recall: ${duration(all.latencyMs.p50)} median, ${duration(all.latencyMs.p95)} 95th percentile.`,
    style(
      'dim',
      `${result.withoutPlace.length === 0 ? '' : `Left out, as their place is not there: ${result.withoutPlace.join(', ')}.\n`}Questions: ${sha256 === undefined ? 'generated' : `sha256 ${sha256}`}, seed ${result.seed}\nConfiguration: ${JSON.stringify(result.config)}\nMachine: ${machineLine(machine)}`,
    ),
  ].join('\n\n');
}

function cellsOf(figures: AnswerFigures): string[] {
  const { outcomes, answeredAndThere, tokens } = figures;
  return [
    whole(figures.n),
    percent(figures['in@4000'].mean),
    percent(figures['in@1000'].mean),
    percent(figures.inDefault.mean),
    percent(figures.firstFive.mean),
    whole(tokens.default ?? 0),
    percent(outcomes.nothing_found.mean),
    percent(outcomes.answered.mean),
    percent(answeredAndThere.mean),
  ];
}
