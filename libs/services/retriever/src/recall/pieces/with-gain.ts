import type { OpenedEvent } from '../open/open-events.ts';

/** Adds a gain to the score of an event, or takes a loss from it, and keeps it among its factors by that name. */
export function withGain(event: OpenedEvent, name: string, gain: number): OpenedEvent {
  const { ranked } = event;
  return { ...event, ranked: { ...ranked, score: ranked.score + gain, factors: { ...ranked.factors, [name]: gain } } };
}
