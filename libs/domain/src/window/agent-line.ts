import type { EventBody } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import { plainLine } from '../fence/plain-line.ts';

const NAME_CHARS = 64;
/** Brackets and angles, also those of other scripts: a name opens and closes nothing. */
const SIGNS = /[<>＜＞]|\p{Ps}|\p{Pe}/gu;

/** Returns the name of an agent for a line of the service: without line ends, brackets and angles, at most 64 characters. */
export function plainName(name: string): string {
  return plainLine(name).replace(SIGNS, '').slice(0, NAME_CHARS).toWellFormed().trim();
}

/**
 * Returns the line that names the agent of a message above it: `[from planner]`; empty where the policy named none at its
 * append, the message has none, or the event is no message.
 */
export function agentLine(kind: EventKind, { namesAgents, meta }: Pick<EventBody, 'namesAgents' | 'meta'>): string {
  if (namesAgents !== true || (kind !== 'user_message' && kind !== 'agent_message')) return '';
  const name = plainName(meta.agent ?? '');
  return name === '' ? '' : `[from ${name}]`;
}
