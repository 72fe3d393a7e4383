import type { NewEvent } from '@total-recall/domain';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Keeps appended events by session and source, and refuses other content under a used sequence. */
export function createKeeper() {
  const kept = new Map<string, Map<number, NewEvent>>();
  const sent: string[] = [];
  const append = async ({ session, source, events }: AppendRequest): Promise<AppendResult> => {
    const key = `${session} ${source}`;
    const own = kept.get(key) ?? new Map<number, NewEvent>();
    for (const { sequence, text, kind } of events) {
      const before = own.get(sequence!);
      if (before && (before.text !== text || before.kind !== kind))
        throw new TotalRecallError('sequence_conflict', 'used', { details: { sequence } });
    }
    kept.set(key, own);
    const answers = events.map((event) => {
      const duplicate = own.has(event.sequence!);
      if (!duplicate) own.set(event.sequence!, event);
      sent.push(event.text!);
      return { id: `${key} ${event.sequence}`, outcome: 'ADD' as const, ...(duplicate && { duplicate }) };
    });
    return { events: answers };
  };
  const stored = () => [...kept].map(([key, events]) => [key.split(' ')[0], [...events.values()].map(({ text }) => text)]);
  return { append, stored, sent, kept };
}
