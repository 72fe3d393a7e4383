import type { TaskState } from '../task-state/task-state.ts';

/** Largest length of one query in characters; its beginning and end are kept. */
const QUERY_CHARS = 2_000;
const PREDICTED_TOPICS = 3;

interface PushSource {
  /** The user's latest message. */
  readonly userText?: string;
  readonly task?: TaskState;
  /** Topics of the session's windows, oldest first. */
  readonly topics: readonly string[];
}

/**
 * Builds the queries of a turn's push pack: the user's message and the current task; without a message, the topic of
 * the last windows and its usual successors. Source: 001 §4.5, 002 §14.1.
 */
export function pushQueries({ userText, task, topics }: PushSource): string[] {
  const open = [...(task?.openLoops ?? []).map(({ text }) => text), ...(task?.nextActions ?? [])];
  const card = [...(task?.goals ?? []), ...open].join('\n');
  const said = userText?.trim() ?? '';
  const first = said === '' ? predictTopics(topics).join(' ') : said;
  return [first, card].filter((query) => query.trim() !== '').map(shorten);
}

/** Returns the current topic and those that most often followed it. */
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
