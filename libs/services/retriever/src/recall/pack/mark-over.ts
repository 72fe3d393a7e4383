import type { EndingSentence } from '@total-recall/domain';
import type { LoadedEvent } from './load-passages.ts';
import { passageAt } from './replaced-passages.ts';

interface OverInput {
  readonly ending: ReadonlyMap<string, readonly EndingSentence[]>;
  /** Time of the question. */
  readonly moment: number;
  /** True for a text that is about what is asked. */
  readonly asks: (text: string) => boolean;
}

/**
 * Marks events in which what is asked about is over by then: an appointment of last week, a stay that ended. An event may say
 * more than that, which may still be so.
 */
export function markOver(events: readonly LoadedEvent[], { ending, moment, asks }: OverInput): LoadedEvent[] {
  return events.map((event) => {
    const { fullText = '' } = event;
    const asked = (ending.get(event.opened.envelope.id) ?? []).filter(
      ({ from, to }) => passageAt(event, from) >= 0 && asks(fullText.slice(from, to)),
    );
    const since = Math.max(...asked.map(({ until }) => until));
    if (asked.length === 0 || since > moment) return event;
    const said = asked.reduce((sum, { from, to }) => sum + to - from, 0);
    return { ...event, over: { since, isPart: said < fullText.trim().replace(/[.!]+$/u, '').length } };
  });
}
