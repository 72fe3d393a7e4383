import { lines, number, table, type Dashboard, type SqlQuery } from '../dashboard.ts';

const CHOSEN = '$__timeFilter(at) AND tenant IN (${tenant:singlequote})';

/** Selects columns of one of the hourly tables. */
function byHour(from: string, columns: string): SqlQuery {
  return { sql: `SELECT at AS time, ${columns} FROM \${database}.${from} WHERE ${CHOSEN} GROUP BY time ORDER BY time` };
}

/** Selects a column with one series per tenant. */
function byTenant(from: string, column: string): SqlQuery {
  return {
    sql: `SELECT at AS time, tenant, ${column} FROM \${database}.${from} WHERE ${CHOSEN} GROUP BY time, tenant ORDER BY time, tenant`,
  };
}

/** Selects one number over the whole chosen time range. */
function overall(from: string, column: string): SqlQuery {
  return { sql: `SELECT ${column} FROM \${database}.${from} WHERE ${CHOSEN}` };
}

const PARTS = [
  ['system_prompt_tokens', 'system prompt'],
  ['tool_schema_tokens', 'tools'],
  ['workspace_file_tokens', 'files'],
  ['skill_tokens', 'skills'],
  ['knowledge_tokens', 'known facts'],
  ['task_state_tokens', 'task state'],
  ['marker_tokens', 'markers'],
  ['history_tokens', 'history'],
  ['tool_result_tokens', 'tool results'],
  ['pack_tokens', 'evidence'],
  ['user_message_tokens', 'user'],
] as const;
const meanOf = (column: string, name: string): string => `sum(${column}) / sum(windows) AS \`${name}\``;
const TOOK_P95 = 'quantilesTDigestMerge(0.5, 0.95, 0.99)(took_ms)[2] / 1000';
const USED = 'sum(cited) + sum(exact) + sum(near)';

/** Dashboard on ClickHouse, where a tenant's name may be a column. Its finest step is an hour. */
export const ANALYTICS: Dashboard<SqlQuery> = {
  id: 'analytics',
  title: 'Tenants by the hour',
  description:
    'Which tenants work how much, what are their windows made of, and does recall help them? From the hourly sums in ClickHouse.',
  rows: [
    {
      title: 'In all',
      panels: [
        number(
          'Windows',
          { unit: 'short', description: 'Assembled in the chosen time.' },
          overall('windows_by_hour', 'sum(windows) AS windows'),
        ),
        number(
          'Compactions',
          { unit: 'short', description: 'Cycles of sessions that had a window after them.' },
          overall('windows_by_hour', 'uniqMerge(compactions) AS compactions'),
        ),
        number(
          'Recalls',
          { unit: 'short', description: 'Asked for; pushed evidence is not counted.' },
          overall('recalls_by_hour', 'sum(recalls) AS recalls'),
        ),
        number(
          'Evidence used',
          { unit: 'percentunit', description: 'Of the pieces that recalls brought, those that an agent cited or repeated afterwards.' },
          overall('demand_by_hour', `(${USED}) / greatest(sum(evidence), 1) AS used`),
        ),
      ],
    },
    {
      title: 'Windows',
      panels: [
        lines('Windows', { unit: 'short', stacked: true, description: 'An hour, by tenant.' }, [
          byTenant('windows_by_hour', 'sum(windows) AS windows'),
        ]),
        lines('Tokens of a window', { unit: 'short', description: 'The mean, by tenant. What a caller pays for each turn.' }, [
          byTenant('windows_by_hour', 'sum(total_tokens) / sum(windows) AS tokens'),
        ]),
        lines(
          'What they are made of',
          { unit: 'short', stacked: true, description: 'Tokens of a window by part, the mean over the chosen tenants.' },
          [byHour('windows_by_hour', PARTS.map(([column, name]) => meanOf(column, name)).join(', '))],
        ),
        lines(
          'Whole session in place of the window',
          { unit: 'short', description: 'Times as many tokens as the window: what compaction saves.' },
          [byTenant('windows_by_hour', 'sum(session_tokens) / greatest(sum(total_tokens), 1) AS ratio')],
        ),
        lines(
          'Windows after a compaction',
          { unit: 'percentunit', description: 'Share of windows whose session was compacted at least once.' },
          [byTenant('windows_by_hour', 'sum(compacted_windows) / sum(windows) AS share')],
        ),
      ],
    },
    {
      title: 'Recall',
      panels: [
        lines('Recalls', { unit: 'short', stacked: true, description: 'An hour, by tenant.' }, [
          byTenant('recalls_by_hour', 'sum(recalls) AS recalls'),
        ]),
        lines('By outcome', { unit: 'short', stacked: true, description: 'As the answers say of themselves.' }, [
          byHour(
            'recalls_by_hour',
            'sum(answered) AS answered, sum(unsure) AS unsure, sum(nothing_found) AS `nothing found`, sum(escalated) AS escalated',
          ),
        ]),
        lines('Confidence', { unit: 'percentunit', description: 'The mean of answers that have one, by tenant.' }, [
          byTenant('recalls_by_hour', 'sum(confidence) / greatest(sum(judged), 1) AS confidence'),
        ]),
        lines('Time, p95', { unit: 's', description: 'Of recalls and pushed evidence, by tenant.' }, [
          byTenant('recalls_by_hour', `${TOOK_P95} AS p95`),
        ]),
      ],
    },
    {
      title: 'What agents do with it',
      panels: [
        lines('Turns', { unit: 'short', stacked: true, description: 'Of models, by tenant.' }, [
          byTenant('demand_by_hour', 'sum(model_turns) AS turns'),
        ]),
        lines(
          'Recalls received for a turn',
          { unit: 'percentunit', description: 'By tenant. Above 0.3 windows are too small, or their markers say too little.' },
          [byTenant('demand_by_hour', 'sum(received) / greatest(sum(model_turns), 1) AS share')],
        ),
        lines('Evidence by use', { unit: 'short', stacked: true, description: 'cited by its id, repeated exactly, or nearly.' }, [
          byHour('demand_by_hour', 'sum(cited) AS cited, sum(exact) AS exact, sum(near) AS near'),
        ]),
      ],
    },
    {
      title: 'Tenants',
      panels: [
        table(
          'The busiest tenants',
          { unit: 'none', description: 'Of the chosen time, by tokens of their windows.' },
          `SELECT tenant, uniq(space) AS spaces, sum(windows) AS made, sum(total_tokens) AS tokens, sum(context_util_pct) / sum(windows) AS \`utilisation, %\`, max(at) AS \`last hour\` FROM \${database}.windows_by_hour WHERE ${CHOSEN} GROUP BY tenant ORDER BY tokens DESC LIMIT 50`,
        ),
        table(
          'Slowest recalls',
          { unit: 'none', description: 'One by one, from the records themselves.' },
          `SELECT at, tenant, space, session, took_ms, query_count, length(hit_event_ids) AS hits, outcome FROM \${database}.retrieval FINAL WHERE ${CHOSEN} ORDER BY took_ms DESC LIMIT 20`,
        ),
      ],
    },
  ],
};
