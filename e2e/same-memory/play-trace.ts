import type { Client, NewEventWire } from '@total-recall/client';
import type { NewEvent, SessionState } from '@total-recall/domain';
import { appendInOrder, createSeededRandom, resolveReferences, splitTurns, type EventAppender } from '@total-recall/evaluation';
import type { ImportedSession } from '@total-recall/importers';

/** A service to be compared with another one. */
export interface Memory {
  readonly client: Client;
  /** Reads the state as its projector saved it. */
  sessionState(session: string): Promise<SessionState | undefined>;
}

/** Result of playing a trace: texts by subject, which are equal in all memories with the same appends. */
export interface Played {
  readonly said: ReadonlyMap<string, string>;
  /** First hits of every query. */
  readonly answers: readonly { readonly query: string; readonly hits: readonly string[] }[];
}

export interface PlayOptions {
  readonly space: string;
  readonly sessions: readonly ImportedSession[];
  readonly queries: number;
}

const FORMATS = ['blocks', 'openai', 'anthropic'] as const;
const HITS = 10;
const QUERY_WORDS = 6;

/**
 * Drives sessions through a service as their agents would: appends a turn, waits for it, then reads the window. At the
 * end it reads everything and recalls what the events say.
 */
export async function playTrace(memory: Memory, { space, sessions, queries }: PlayOptions): Promise<Played> {
  const said = new Map<string, string>();
  for (const session of sessions) await playSession(memory, space, session, said);
  const random = createSeededRandom(`queries of ${space}`);
  const answers = [];
  for (const { query, session } of random.shuffled(sessions.flatMap(queriesOf(random))).slice(0, queries)) {
    const { hits } = await memory.client.space(space).session(session).recall({ query, limit: HITS });
    answers.push({ query, hits: hits.map(({ eventId }) => eventId) });
  }
  return { said, answers };
}

async function playSession(
  { client, sessionState }: Memory,
  space: string,
  played: ImportedSession,
  said: Map<string, string>,
): Promise<void> {
  const session = client.space(space).session(played.session);
  const appender = appenderTo(session, played.source);
  const names = new Map<string, string>();
  const say = (what: string, value: unknown): void => void said.set(`${played.session}: ${what}`, plain(value, names));
  const ids: string[] = [];
  for (const [at, turn] of splitTurns(played.events).entries()) {
    const events = turn.map((event) => resolveReferences(event, ids));
    const appended = await appendInOrder(appender, events);
    ids.push(...appended.ids);
    const format = FORMATS[at % FORMATS.length]!;
    // The window is of the latest state, as the append was answered after its decisions.
    const window = await session.window({ format }).catch((error: unknown) => ({ refused: (error as { code?: string }).code }));
    say(`window ${at + 1}`, window);
  }
  if (ids.length === 0) return;
  for await (const event of session.allEvents()) say(`event ${event.ordinal}`, event);
  const { markers } = await client.space(space).markers({ session: played.session, limit: 100 });
  for (const marker of markers) say(`marker ${marker.id}`, await session.manifest(marker.id));
  say('session', await session.get());
  say('task state', await session.taskState());
  say('state', await sessionState(played.session));
}

function appenderTo(session: ReturnType<ReturnType<Client['space']>['session']>, source: string | undefined): EventAppender {
  return {
    append: (batch) => session.append(batch.map(toWire), { wait: 'searchable', ...(source !== undefined && { source }) }),
    updateTaskState: ({ taskState, meta, occurredAt }) =>
      session.updateTaskState({ ...taskState, agent: meta?.agent, occurredAt } as Parameters<typeof session.updateTaskState>[0]),
  };
}

function toWire({ attachments, taskState: _own, ...event }: NewEvent): NewEventWire {
  const encoded = attachments?.map((attachment) => ({ ...attachment, data: Buffer.from(attachment.data).toString('base64') }));
  return { ...event, ...(encoded && { attachments: encoded }) } as NewEventWire;
}

/** Builds queries from words of the events, as somebody who remembers parts of them would ask. */
function queriesOf(random: ReturnType<typeof createSeededRandom>) {
  return ({ session, events }: ImportedSession): { query: string; session: string }[] =>
    events.flatMap(({ text = '', call }) => {
      const words = [...new Set(`${text} ${call?.arguments ?? ''}`.match(/[\p{L}\p{N}][\p{L}\p{N}_./-]{2,60}/gu) ?? [])];
      return words.length < QUERY_WORDS ? [] : [{ session, query: random.shuffled(words).slice(0, QUERY_WORDS).join(' ') }];
    });
}

/** Fields that differ between deployments: positions, times of arrival and storage, and keys. */
const OF_A_DEPLOYMENT = new Set(['offset', 'position', 'recordedAt', 'assembledAt', 'windowId', 'turnId', 'createdAt']);

/**
 * Renders JSON with sorted keys and without fields of a deployment. Addresses of artifacts depend on its keys, so they
 * are numbered.
 */
function plain(value: unknown, names: Map<string, string>): string {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (OF_A_DEPLOYMENT.has(key)) return undefined;
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text.replace(/\bart_[0-9a-f]+\b/g, (id) => {
    if (!names.has(id)) names.set(id, `artifact ${names.size + 1}`);
    return names.get(id)!;
  });
}
