import {
  ABLATION_CONDITIONS,
  conditionName,
  type AblationGroup,
  type AblationResult,
  type ConditioningMaterial,
  type ConditionResult,
} from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';

/** Returns the result without its answers, with the fields of `eval ablation --json`. Numbers are fractions of 1. */
export function ablationJson(result: AblationResult, machine: Machine): object {
  const { answers: _answers, dataset, ...rest } = result;
  return { dataset, sha256: null, ...rest, machine };
}

/** Returns one line of JSON per question. */
export function answerLines({ answers }: AblationResult): string {
  return answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
}

const SHOWN_WHOLE = { all: 'All questions', singleTask: 'Spaces of one task', multiTask: 'Spaces of several tasks' } as const;
/** Names of the question groups in which wrong events have the same words and only one factor tells them apart. */
const CONTESTED = {
  'contested:premise': 'premises',
  'contested:supersession': 'what was replaced',
  'contested:taskRelevance': 'the task',
} as const;
const right = (...titles: string[]): Column[] => titles.map((title) => ({ title, align: 'right' as const }));

export function renderAblation(result: AblationResult, machine: Machine, { style }: Pick<Terminal, 'style'>): string {
  const shown = (Object.keys(SHOWN_WHOLE) as (keyof typeof SHOWN_WHOLE)[]).filter((group) => nOf(result, group) > 0);
  return [
    style('bold', `${result.dataset}: ${plural(result.n, 'question')}, seed ${result.seed}`),
    ...shown.map((group) => renderGroup(group, result, style)),
    renderContested(result, style),
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

function renderGroup(group: keyof typeof SHOWN_WHOLE, { conditions }: AblationResult, style: Terminal['style']): string {
  const rows = ABLATION_CONDITIONS.map((condition) => {
    const { figures, loss, suppression } = conditions[group][condition];
    return [
      conditionName(condition),
      ...(['recall@1', 'recall@5', 'recall@10', 'precision@5', 'precision@10', 'ndcg@5'] as const).map((name) => percent(figures[name])),
      ...(condition === 'full'
        ? ['', '', '']
        : [points(loss['recall@5']), points(loss['recall@10']), percent(suppression.falseSuppression)]),
    ];
  });
  const columns: Column[] = [
    { title: `${SHOWN_WHOLE[group]}, n ${whole(conditions[group].full.figures.n)}` },
    ...right('recall@1', '@5', '@10', 'precision@5', '@10', 'ndcg@5', 'lost @5', 'lost @10', 'pushed out'),
  ];
  return renderTable(columns, rows, style);
}

/** Renders the groups of contested questions, the only ones in which a factor can show its worth. */
function renderContested(result: AblationResult, style: Terminal['style']): string {
  const groups = (Object.keys(CONTESTED) as (keyof typeof CONTESTED)[]).filter((group) => nOf(result, group) > 0);
  const rows = ABLATION_CONDITIONS.filter((condition) => condition !== 'full').map((condition) => [
    conditionName(condition),
    ...groups.map((group) => points(result.conditions[group][condition].loss['recall@5'])),
  ]);
  const titles = groups.map((group) => `told by ${CONTESTED[group]}, n ${whole(nOf(result, group))}`);
  return renderTable([{ title: 'lost @5 where the right event is' }, ...right(...titles)], rows, style);
}

function nOf({ conditions }: AblationResult, group: AblationGroup): number {
  return conditions[group].full.figures.n;
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

/** Renders what recorded sessions offer for conditioning recall, and what follows from it. */
export function renderMaterial(material: ConditioningMaterial): string {
  const { sessions, events, taskStates, premises, phases, taskIds, supersessions, constraints, outcomes } = material;
  const found = `${plural(sessions, 'session')} with ${plural(events, 'event')}: ${plural(taskStates, 'task state')}, ${whole(premises)} of them with premises and ${whole(phases)} with a phase; ${whole(taskIds)} events with a task, ${whole(supersessions)} that replace others, ${plural(constraints, 'constraint')}, ${whole(outcomes)} tagged mistake, success or lesson.`;
  return taskStates === 0
    ? `${found}\nWithout a task state every factor is 1: there is nothing to switch off here. The generated tasks have it: total-recall eval ablation`
    : `${found}\nWhich events are right is known in generated tasks only: total-recall eval ablation. What becomes of these sessions: total-recall eval replay`;
}
