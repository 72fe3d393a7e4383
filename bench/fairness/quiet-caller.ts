import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FairTarget } from './fair-target.ts';
import { text } from './texts.ts';

export const OPERATIONS = ['recall', 'window', 'append', 'livez'] as const;
export type Operation = (typeof OPERATIONS)[number];
/** Times of calls in milliseconds. */
export type Times = Readonly<Record<Operation, number[]>>;

const agent = new Agent({ keepAlive: true });

/** Returns the status of an answer; 0 when there was none. */
function send(method: string, url: string, apiKey?: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const asked = request(url, { agent, method, headers }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)));
    asked.on('error', () => resolve(0)).end(body);
  });
}

const FILL_TRIES = 30;
const FILLED_AT_ONCE = 250;

/** Gives the noisy tenant so many events, and the quiet one 300. An append that is refused for a while is sent again. */
export async function fill({ url, keys }: FairTarget, events: number): Promise<void> {
  const append = async (key: string, space: string, from: number, count: number): Promise<void> => {
    const made = Array.from({ length: count }, (_, at) => ({ kind: 'user_message', text: text(12), sequence: from + at + 1 }));
    const body = JSON.stringify({ events: made, source: 'fill', wait: 'searchable' });
    for (let attempt = 1; ; attempt += 1) {
      const status = await send('POST', `${url}/v1/spaces/${space}/sessions/s/events`, key, body);
      if (status === 200) return;
      if (status !== 503 || attempt === FILL_TRIES) throw new Error(`An append was answered ${status}.`);
      await delay(1_000);
    }
  };
  for (let at = 0; at < events; at += FILLED_AT_ONCE) await append(keys.noisy, 'big', at, FILLED_AT_ONCE);
  await append(keys.quiet, 'own', 0, 300);
}

/** Sentences of one message that state facts: the reader takes at most 32. */
const FACTS_A_MESSAGE = 30;

/** Has the noisy tenant state so many facts, and the service read them. */
export async function fillFacts({ url, keys: { noisy } }: FairTarget, facts: number): Promise<void> {
  const ask = async (path: string, body: object): Promise<void> => {
    const status = await send('POST', `${url}/v1/spaces/known${path}`, noisy, JSON.stringify(body));
    if (status !== 200) throw new Error(`${path} was answered ${status}.`);
  };
  const fact = (at: number): string => `The ${text(2)} port is ${at}.`;
  for (let at = 0; at < facts; at += 50 * FACTS_A_MESSAGE) {
    const message = (_: unknown, of: number) => ({
      kind: 'user_message',
      text: Array.from({ length: FACTS_A_MESSAGE }, (_said, more) => fact(at + of * FACTS_A_MESSAGE + more)).join(' '),
    });
    await ask('/sessions/s/events', { events: Array.from({ length: 50 }, message), wait: 'searchable' });
  }
  await ask('/consolidate', {});
}

/**
 * Makes one call of each operation after the other, with short pauses, until the phase is over. Other answers than 200
 * are counted in `refused`.
 */
export async function quietCalls(
  { url, operationsUrl, keys: { quiet: key } }: FairTarget,
  seconds: number,
  refused: Map<string, number> = new Map(),
): Promise<Times> {
  const times = Object.fromEntries(OPERATIONS.map((name) => [name, [] as number[]])) as Record<Operation, number[]>;
  const own = `${url}/v1/spaces/own`;
  const calls: Record<Operation, () => Promise<number>> = {
    recall: () => send('POST', `${own}/recall`, key, JSON.stringify({ query: text(4) })),
    window: () => send('POST', `${own}/sessions/s/window`, key, '{}'),
    append: () => send('POST', `${own}/sessions/s/events`, key, JSON.stringify({ events: [{ kind: 'user_message', text: text(12) }] })),
    livez: () => send('GET', `${operationsUrl}/livez`),
  };
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    for (const name of OPERATIONS) {
      const start = performance.now();
      const status = await calls[name]();
      times[name].push(performance.now() - start);
      if (status !== 200) refused.set(`${name} ${status}`, (refused.get(`${name} ${status}`) ?? 0) + 1);
      await delay(10);
    }
  }
  return times;
}
