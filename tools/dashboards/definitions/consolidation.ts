import { lines, number, spread, type Dashboard } from '../dashboard.ts';
import { inRange, largest, perSecond, quantile, total } from '../promql.ts';

export const CONSOLIDATION: Dashboard = {
  id: 'consolidation',
  title: 'Consolidation',
  description:
    'What do sweeps find in what is appended, how often does a later statement replace an earlier one, how often do people correct or undo it, and do sweeps keep up?',
  rows: [
    {
      title: 'Decisions about facts',
      panels: [
        lines(
          'Decisions',
          { unit: 'cps', stacked: true, description: 'add: a new fact; confirm: said again; supersede: replaced by a later statement.' },
          [{ expr: perSecond('consolidatorDecisions', { by: ['by', 'decision'] }), legend: '{{by}}, {{decision}}' }],
        ),
        lines(
          'Reasons',
          {
            unit: 'cps',
            stacked: true,
            description:
              'Why facts were replaced, withdrawn or archived. withheld: withdrawn with their evidence; withdrawn: alone; covered: others stand for them.',
          },
          [
            {
              expr: perSecond('consolidatorDecisions', { by: ['decision', 'reason'], where: { reason: '!none' } }),
              legend: '{{decision}}, {{reason}}',
            },
          ],
        ),
        number(
          'Failed sweeps',
          {
            unit: 'short',
            description: 'Sweeps that failed in the time shown. The log names why; the next round tries again.',
            redFrom: 1,
          },
          { expr: inRange('consolidatorFailures'), legend: 'failed', onlyAfter: 'a sweep that failed' },
        ),
      ],
    },
    {
      title: 'Units',
      panels: [
        lines(
          'Units',
          {
            unit: 'short',
            description:
              'Units of the spaces that were swept since the start. Archived ones are found through those that stand for them; unreachable ones are a bug.',
          },
          [{ expr: total('consolidatorUnits', { by: ['side'] }), legend: '{{side}}' }],
        ),
        lines('Searches cut', { unit: 'cps', stacked: true, description: 'Searches of units that a limit left something out of.' }, [
          { expr: perSecond('consolidatorLimited', { by: ['limit'] }), legend: '{{limit}}' },
        ]),
      ],
    },
    {
      title: 'Language model',
      panels: [
        lines('Questions', { unit: 'cps', stacked: true, description: 'Questions to the language model. Empty where none is set.' }, [
          { expr: perSecond('consolidatorModelCalls', { by: ['stage', 'result'] }), legend: '{{stage}}, {{result}}' },
        ]),
        lines('Proposals', { unit: 'cps', stacked: true, description: 'What became of what the model proposed.' }, [
          { expr: perSecond('consolidatorModelProposals', { by: ['stage', 'outcome'] }), legend: '{{stage}}, {{outcome}}' },
        ]),
        lines('Tokens', { unit: 'cps', stacked: true, description: 'Tokens of questions and answers.' }, [
          { expr: perSecond('consolidatorModelTokens', { by: ['stage', 'direction'] }), legend: '{{stage}}, {{direction}}' },
        ]),
        lines('Cost', { unit: 'short', stacked: true, description: 'By the prices that are set, per second.' }, [
          { expr: perSecond('consolidatorModelCost', { by: ['stage'] }), legend: '{{stage}}' },
        ]),
        lines('Seconds a question', { unit: 's', description: 'One question, its repeats included.' }, [
          ...spread((share) => quantile(share, 'consolidatorModelSeconds')),
        ]),
        lines('Budgets used up', { unit: 'cps', description: 'Sweeps that left questions for a later one.' }, [
          { expr: perSecond('consolidatorModelSpent', { by: ['budget'] }), legend: '{{budget}}' },
        ]),
      ],
    },
    {
      title: 'Sweeps',
      panels: [
        lines('Events read', { unit: 'cps', description: 'Events that sweeps have read.' }, [
          { expr: perSecond('consolidatorEvents'), legend: 'events' },
        ]),
        lines('Backlog', { unit: 'short', description: 'Events that no sweep has read yet.' }, [
          { expr: total('consolidatorBacklog'), legend: 'events' },
        ]),
        lines('Age', { unit: 's', description: 'How long the space that waits longest has had news, and by how much its sweep is late.' }, [
          { expr: largest('consolidatorBacklogAge'), legend: 'waits' },
          { expr: largest('consolidatorOverdue'), legend: 'late' },
        ]),
        lines(
          'Age of the digest',
          {
            unit: 's',
            description: 'Time since the last sweep of the space whose digest lacks news for longest; 0 where all are up to date.',
          },
          [{ expr: largest('consolidatorDigestAge'), legend: 'digest' }],
        ),
        lines(
          'Duration',
          { unit: 's', description: 'One sweep of a space that found events.' },
          spread((share) => quantile(share, 'consolidatorSweepSeconds')),
        ),
      ],
    },
  ],
};
