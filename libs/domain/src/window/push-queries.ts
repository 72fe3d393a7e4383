import type { TaskState } from '../task-state/task-state.ts';

/** Characters of one query; its beginning and end say most. */
const QUERY_CHARS = 2_000;
const PREDICTED_TOPICS = 3;

export interface PushSource {
  /** What the user just said. */
  readonly userText?: string;
  readonly task?: TaskState;
  /** Topics of the session's windows, the oldest first. */
  readonly topics: readonly string[];
}

/**
 * What the push pack of a turn asks recall for: the user's message and the task at hand; where nobody spoke, the topic of the last windows and what
 * followed it before. Source: 001 §4.5, 002 §14.1.
 */
export function pushQueries({ userText, task, topics }: PushSource): string[] {
  const open = [...(task?.openLoops ?? []).map(({ text }) => text), ...(task?.nextActions ?? [])];
  const card = [...(task?.goals ?? []), ...open].join('\n');
  const said = userText?.trim() ?? '';
  const first = said === '' ? predictTopics(topics).join(' ') : said;
  return [first, card].filter((query) => query.trim() !== '').map(shorten);
}

/** The topic at hand, and those that most often came after it. */
export function predictTopics(topics: readonly string[]): string[] {
  const current = topics.at(-1);
  if (current === undefined) return [];
  const next = new Map<string, number>();
  for (let at = 1; at < topics.length; at++) {
    if (topics[at - 1] !== current || topics[at] === current) continue;
    next.set(topics[at]!, (next.get(topics[at]!) ?? 0) + 1);
  }
  const likeliest = [...next].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([topic]) => topic);
  return [current, ...likeliest.slice(0, PREDICTED_TOPICS - 1)];
}

function shorten(query: string): string {
  return query.length <= QUERY_CHARS ? query : `${query.slice(0, QUERY_CHARS / 2)} ${query.slice(-QUERY_CHARS / 2)}`;
}
