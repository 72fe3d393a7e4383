import { createHash } from 'node:crypto';
import type { PutOperation } from '@langchain/langgraph-checkpoint';
import type { EventWire, NewEventWire, SpaceClient } from '@total-recall/client';
import { textsAtPath } from './texts-at-path.ts';

/** A put as it stands in the log, in JavaScript and in Python alike. Without a value it is a deletion. */
export interface Put {
  readonly namespace: string[];
  readonly key: string;
  readonly value: PutOperation['value'];
  /** Paths that a search goes by: all of the value where absent, none where false. */
  readonly index?: false | string[];
}

/** Notes leave the window of their session, so that a store grows without one. */
const KIND = 'system_note';

/** Stands in the log for a namespace, so that a recall looks below a prefix alone. Labels of the log are short. */
export function placeOf(namespace: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(namespace)).digest('hex').slice(0, 32);
}

/** Returns a put as an event: what a search goes by is its text. */
export function eventOf({ namespace, key, value, index }: PutOperation, before: string | undefined): NewEventWire {
  const put: Put = { namespace, key, value, ...(index === undefined ? {} : { index }) };
  const meta = { taskId: placeOf(namespace), ...(before === undefined ? {} : { supersedes: [before] }) };
  if (index === undefined || value === null) return { kind: KIND, text: JSON.stringify(put).toWellFormed(), meta };
  const texts = index === false ? [] : index.flatMap((path) => textsAtPath(value, path));
  const extra = { put: JSON.parse(JSON.stringify(put).toWellFormed()) as Put };
  return { kind: KIND, text: [...namespace, key, ...texts].join('\n').toWellFormed(), meta: { ...meta, extra } };
}

/** Returns the put that an event is, or nothing for one that was erased. */
export async function putOf({ kind, body }: EventWire, space: SpaceClient): Promise<Put | undefined> {
  if (kind !== KIND || !body) return undefined;
  const named = body.meta.extra?.['put'];
  if (named !== undefined) return named as Put;
  const whole = body.artifacts?.find(({ role }) => role === 'content');
  const text = whole ? Buffer.from((await space.artifact(whole.id)).bytes).toString('utf8') : body.text;
  return JSON.parse(text) as Put;
}
