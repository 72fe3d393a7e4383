import { heatmap, lines, number, spread, type Dashboard } from '../dashboard.ts';
import { buckets, inRange, largest, observed, perSecond, quantile, ratio, total } from '../promql.ts';

export const RECALL: Dashboard = {
  id: 'recall',
  title: 'Recall',
  description: 'Is recall quick, sure of itself, helped by vectors, and used: by how many turns, and how much of what it brings?',
  rows: [
    {
      title: 'Answers',
      panels: [
        lines(
          'Time to answer',
          { unit: 's', description: 'From request to answer.' },
          spread((share) => quantile(share, 'recallSeconds')),
        ),
        lines(
          'Answers by outcome',
          {
            unit: 'reqps',
            stacked: true,
            description: 'What they say of themselves. nothing_found is honest where nothing is there; a step up after a release is not.',
          },
          [{ expr: perSecond('recallOutcomes', { by: ['outcome'] }), legend: '{{outcome}}' }],
        ),
        lines('Empty answers', { unit: 'percentunit', description: 'Share of recalls without one hit.' }, [
          { expr: ratio(perSecond('recallEmpty'), observed('recallSeconds')), legend: 'empty' },
        ]),
      ],
    },
    {
      title: 'Confidence and escalation',
      panels: [
        heatmap(
          'Confidence',
          { unit: 'percentunit', description: 'Chance, by its own account, that right evidence is among the first five.' },
          buckets('recallConfidence'),
        ),
        lines(
          'Further queries',
          { unit: 'cps', stacked: true, description: 'Tried for weak answers, by rule; used where the answer was better for them.' },
          [
            {
              expr: perSecond('recallEscalations', { by: ['reason', 'result'] }),
              legend: '{{reason}}, {{result}}',
              onlyAfter: 'a weak answer',
            },
          ],
        ),
        number(
          'Completeness',
          {
            unit: 'percentunit',
            description: 'Share of key events within two hops of the last answer; of several instances the largest.',
          },
          {
            expr: largest('recallCompleteness'),
            legend: 'completeness',
            onlyAfter: 'a recall in a session whose task state names key events',
          },
        ),
      ],
    },
    {
      title: 'Waiting for others',
      panels: [
        lines(
          'Wait for a turn',
          {
            unit: 's',
            description:
              'Of 99 in 100 requests. It grows where tenants ask for more than the process can do, for those first who ask for most.',
          },
          [{ expr: quantile(0.99, 'workWaitSeconds', { by: ['kind'] }), legend: '{{kind}}' }],
        ),
        lines('Waiting and under way', { unit: 'short', description: 'Under way are at most as many as there are slots.' }, [
          { expr: total('workWaiting'), legend: 'waiting' },
          { expr: total('workUnderWay'), legend: 'under way' },
        ]),
        lines(
          'Refused before their turn',
          { unit: 'cps', stacked: true, description: 'tenant: too much of one waits (429); all, deadline: 503, to be tried again later.' },
          [{ expr: perSecond('workRefused', { by: ['kind', 'reason'] }), legend: '{{kind}}: {{reason}}', onlyAfter: 'a request refused' }],
        ),
      ],
    },
    {
      title: 'Work and vectors',
      panels: [
        lines(
          'Candidates scored',
          { unit: 'short', description: 'It grows with a space and bounds the time.' },
          spread((share) => quantile(share, 'recallCandidates')),
        ),
        lines('Hits and tokens of an answer', { unit: 'short', description: 'Medians. An answer without hits has few tokens.' }, [
          { expr: quantile(0.5, 'recallHits'), legend: 'hits' },
          { expr: quantile(0.5, 'recallTokens'), legend: 'tokens' },
        ]),
        lines(
          'Vectors in queries',
          {
            unit: 'cps',
            stacked: true,
            description:
              'used is good; none: the space has no vectors yet; slow, failed, resting: the model is in trouble and words answer alone.',
          },
          [{ expr: perSecond('recallVectors', { by: ['outcome'] }), legend: '{{outcome}}' }],
        ),
        lines(
          'Recall for drafts',
          {
            unit: 'cps',
            stacked: true,
            description:
              'What was done with drafts sent ahead, and what became of the recalls they started: used by a window, or why they were for nothing.',
          },
          [
            { expr: perSecond('recallPrefetchRequests', { by: ['result'] }), legend: 'draft: {{result}}', onlyAfter: 'a draft sent ahead' },
            { expr: perSecond('recallPrefetches', { by: ['end'] }), legend: 'recall: {{end}}', onlyAfter: 'a draft sent ahead' },
          ],
        ),
      ],
    },
    {
      title: 'Demand',
      panels: [
        number(
          'Pull frequency',
          {
            unit: 'percentunit',
            redFrom: 0.3,
            description: 'Turns with the result of a recall, of all turns in the chosen time. Over 0.3 windows lose too much.',
          },
          {
            expr: ratio(inRange('demandRecallTurns'), inRange('demandTurns')),
            legend: 'pulled',
          },
        ),
        lines('Turns', { unit: 'cps', description: 'By who spoke, and those with the result of a recall.' }, [
          { expr: perSecond('demandTurns', { by: ['by'] }), legend: '{{by}}' },
          { expr: perSecond('demandRecallTurns'), legend: 'with a recall' },
        ]),
        lines('Evidence', { unit: 'cps', description: 'Brought into sessions, and used afterwards, by how.' }, [
          { expr: perSecond('demandEvidence'), legend: 'brought' },
          { expr: perSecond('demandUses', { by: ['kind'] }), legend: 'used: {{kind}}', onlyAfter: 'an agent that used evidence' },
          { expr: perSecond('demandSkipped'), legend: 'records that could not be counted', onlyAfter: 'a record that cannot be counted' },
        ]),
      ],
    },
  ],
};
