import type { ConversationResult, RankingFigures, RankingIntervals, RankingMeasure } from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderConfidence } from './render-confidence.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';

const SHOWN: readonly RankingMeasure[] = ['any@5', 'fraction@5', 'all@5', 'fraction@10', 'ndcg@5', 'mrr'];

/**
 * Returns the result without its questions. Generated data has no hash. BEAM calls its messages turns, so the same
 * figures are given under both names.
 */
export function conversationsJson(result: ConversationResult, sha256: string | undefined, machine: Machine): object {
  const { questions: _questions, dataset, ...rest } = result;
  return { dataset, ...(sha256 !== undefined && { sha256 }), ...rest, ...(result.unit === 'message' && { message: result.turn }), machine };
}

/** Returns one line of JSON per question: what was to be found, and at which rank it was. */
export function questionLines(result: ConversationResult): string {
  return result.questions.map((question) => `${JSON.stringify(question)}\n`).join('');
}

export function renderConversations(
  result: ConversationResult,
  sha256: string | undefined,
  machine: Machine,
  { style }: Pick<Terminal, 'style'>,
): string {
  const right = (...titles: string[]): Column[] => titles.map((title) => ({ title, align: 'right' as const }));
  const cells = (figures: RankingFigures) => [whole(figures.n), ...SHOWN.map((name) => percent(figures[name]))];
  const range = (intervals: RankingIntervals) =>
    SHOWN.map((name) => (intervals[name] === null ? '-' : `${percent(intervals[name].low)} - ${percent(intervals[name].high)}`));
  const { turn, session, intervals, store, latencyMs, answerTokens } = result;
  const levels = [
    [result.unit, ...cells(turn)],
    ['  95 % interval', '', ...range(intervals.turn)],
    ['session', ...cells(session)],
    ['  95 % interval', '', ...range(intervals.session)],
  ];
  const categories = Object.entries(result.byCategory).map(([name, group]) => [
    name,
    ...cells(group.turn),
    percent(group.session['any@5']),
  ]);
  return [
    style(
      'bold',
      `${result.dataset}: ${plural(result.n, 'question')} with evidence${result.config['pool'] === true ? ', all conversations in one space' : ''}`,
    ),
    renderTable([{ title: 'level' }, ...right('n', ...SHOWN)], levels, style),
    renderTable([{ title: `category, by ${result.unit}` }, ...right('n', ...SHOWN, 'session any@5')], categories, style),
    ...(result.ablation === undefined
      ? []
      : [
          renderTable(
            [{ title: `without, by ${result.unit}` }, ...right('n', ...SHOWN, 'session any@5')],
            result.ablation.map((ablated) => [ablated.without.join(', '), ...cells(ablated.turn), percent(ablated.session['any@5'])]),
            style,
          ),
        ]),
    renderConfidence(result.confidence, { style }),
    `Stored: ${plural(store.events, 'event')} of ${plural(store.sessions, 'session')} in ${plural(store.spaces, 'space')}, the largest ${whole(store.largest)}. Recall: ${duration(latencyMs.p50)} median, ${duration(latencyMs.p95)} 95th, ${duration(latencyMs.p99)} 99th percentile. An answer has ${whole(answerTokens.mean ?? 0)} tokens.`,
    style(
      'dim',
      `Left out: ${plural(result.withoutEvidence, 'question')} without evidence in the store, ${result.abstention.n} to abstain from.\nData: ${sha256 === undefined ? 'generated' : `sha256 ${sha256}`}, seed ${result.seed}\nConfiguration: ${JSON.stringify(result.config)}\nMachine: ${machineLine(machine)}`,
    ),
  ].join('\n\n');
}
