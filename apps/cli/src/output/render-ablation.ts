import { ABLATION_CONDITIONS, type AblationGroup, type AblationResult, type ConditionResult } from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';

/** The result without its answers. Fields as `eval ablation --json` prints them; numbers as fractions of 1. */
export function ablationJson(result: AblationResult, machine: Machine): object {
  const { answers: _answers, dataset, ...rest } = result;
  return { dataset, sha256: null, ...rest, machine };
}

/** A line of JSON for each question. */
export function answerLines({ answers }: AblationResult): string {
  return answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
}

const GROUP_TITLES: Readonly<Record<AblationGroup, string>> = {
  all: 'All questions',
  singleTask: 'Spaces of one task',
  multiTask: 'Spaces of several tasks',
  contested: 'Where wrong events say the same of the same thing',
  'contested:premise': 'Where only the premises tell right from wrong',
  'contested:supersession': 'Where only what was replaced tells right from wrong',
  'contested:taskRelevance': 'Where only the task tells right from wrong',
};
const right = (...titles: string[]): Column[] => titles.map((title) => ({ title, align: 'right' as const }));

export function renderAblation(result: AblationResult, machine: Machine, { style }: Pick<Terminal, 'style'>): string {
  const groups = (Object.keys(GROUP_TITLES) as AblationGroup[]).filter((group) => result.conditions[group].full.figures.n > 0);
  return [
    style('bold', `${result.dataset}: ${plural(result.n, 'question')}, seed ${result.seed}`),
    ...groups.map((group) => renderGroup(group, result, style)),
    renderTopics(result, style),
    renderTable(
      [{ title: 'of 002' }, { title: 'claim' }, { title: 'holds' }, { title: 'measured' }],
      result.hypotheses.map(({ id, claim, holds, measured }) => [id, claim, holds === null ? 'not asked' : holds ? 'yes' : 'no', measured]),
      style,
    ),
    `Stored: ${plural(result.store.events, 'event')} in ${plural(result.store.spaces, 'space')}. Recall with everything on: ${duration(result.latencyMs.full.p50)} median, ${duration(result.latencyMs.full.p95)} 95th percentile; with no conditioning ${duration(result.latencyMs.none.p50)} and ${duration(result.latencyMs.none.p95)}.`,
    style(
      'dim',
      `Lost: what everything on has over the row, question by question, with its 95 % interval. Pushed out: share of right events that stand in the first ten of the row and not with everything on.\nConfiguration: ${JSON.stringify(result.config)}\nMachine: ${machineLine(machine)}`,
    ),
  ].join('\n\n');
}

function renderGroup(group: AblationGroup, { conditions }: AblationResult, style: Terminal['style']): string {
  const rows = ABLATION_CONDITIONS.map((condition) => {
    const { figures, loss, suppression } = conditions[group][condition];
    return [
      condition === 'full' || condition === 'none' ? condition : `without ${condition}`,
      ...(['recall@1', 'recall@5', 'recall@10', 'precision@5', 'precision@10', 'ndcg@5'] as const).map((name) => percent(figures[name])),
      ...(condition === 'full'
        ? ['', '', '']
        : [points(loss['recall@5']), points(loss['recall@10']), percent(suppression.falseSuppression)]),
    ];
  });
  const columns: Column[] = [
    { title: `${GROUP_TITLES[group]}, n ${whole(conditions[group].full.figures.n)}` },
    ...right('recall@1', '@5', '@10', 'precision@5', '@10', 'ndcg@5', 'lost @5', 'lost @10', 'pushed out'),
  ];
  return renderTable(columns, rows, style);
}

function points({ mean, interval }: ConditionResult['loss']['recall@5']): string {
  if (mean === null || interval === null) return '-';
  const shown = (value: number): string => (value * 100).toFixed(1);
  return `${shown(mean)} (${shown(interval.low)} to ${shown(interval.high)})`;
}

function renderTopics({ byTopic }: AblationResult, style: Terminal['style']): string {
  const rows = Object.entries(byTopic).map(([topic, by]) => [
    topic,
    whole(by.full.n),
    ...ABLATION_CONDITIONS.map((condition) => percent(by[condition]['recall@5'])),
  ]);
  return renderTable([{ title: 'recall@5 by topic' }, ...right('n', ...ABLATION_CONDITIONS)], rows, style);
}
