import { standingOf, type Standing } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { withGain } from './with-gain.ts';

/**
 * Gains in standard deviations of the scores. A time is asked for in many ways that no instruction bears on, so one gains
 * less there.
 */
const GAINS: Readonly<Record<'ask' | 'when', Readonly<Record<Standing, number>>>> = {
  ask: { instruction: 1.5, preference: 1 },
  when: { instruction: 0.5, preference: 0 },
};

/**
 * Raises messages in which the user says how things shall be done or what he likes better. A user with a name may talk to
 * other people, and what they tell each other binds no answer, so there an assistant has to be among the speakers.
 */
export function raiseStanding(opened: readonly OpenedEvent[], kind: keyof typeof GAINS): OpenedEvent[] {
  const hasAssistant = opened.some(({ envelope }) => envelope.kind === 'agent_message');
  return opened.map((event) => {
    const { envelope, body, redacted } = event;
    const binds = envelope.kind === 'user_message' && !redacted && (hasAssistant || body.meta.agent === undefined);
    const standing = binds ? standingOf(body.text) : undefined;
    const gain = standing === undefined ? 0 : GAINS[kind][standing];
    return gain === 0 ? event : withGain(event, 'standing', gain);
  });
}
