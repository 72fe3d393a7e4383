import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_EVENTS } from '../unit/group.ts';
import { audienceOf, EPISODE_GAP_MS, segmentEpisodes, type EpisodeSource } from './segment-episodes.ts';

const source = fc.record({
  kind: fc.constantFrom('user_message', 'agent_message', 'objective', 'tool_result'),
  words: fc.uniqueArray(fc.constantFrom('crane', 'quay', 'berth', 'tide', 'rent', 'lease', 'tenant', 'landlord'), { maxLength: 6 }),
  pause: fc.constantFrom(1_000, 60_000, EPISODE_GAP_MS, EPISODE_GAP_MS + 1),
  audience: fc.option(fc.constantFrom('maria', 'jon'), { freq: 4, nil: undefined }),
});
const session = fc.array(source, { maxLength: 150 }).map((all): EpisodeSource[] => {
  let at = 0;
  return all.map(({ pause, kind, words, audience }, ordinal) => {
    at += pause;
    return { eventId: `e${ordinal}`, session: 's', ordinal, at, kind, words, ...(audience !== undefined && { audience }) } as EpisodeSource;
  });
});

describe('episodes of a session', () => {
  it('hold every event once, in order, within the bound, of one person, without a longer pause', () => {
    fc.assert(
      fc.property(session, (events) => {
        const episodes = segmentEpisodes(events);
        expect(episodes.flat()).toEqual(events);
        for (const episode of episodes) {
          expect(episode.length).toBeLessThanOrEqual(MOST_EVENTS);
          for (const [at, event] of episode.entries()) {
            if (at > 0) expect(event.at - episode[at - 1]!.at).toBeLessThanOrEqual(EPISODE_GAP_MS);
            expect([undefined, audienceOf(episode)]).toContain(event.audience);
          }
          if (audienceOf(episode) !== undefined) expect(episode[0]!.audience).toBe(audienceOf(episode));
        }
      }),
    );
  });

  it('are the same in one sweep as in many', () => {
    fc.assert(
      fc.property(session, fc.nat(150), (events, at) => {
        const before = segmentEpisodes(events.slice(0, at));
        const after = segmentEpisodes(events.slice(at), before.at(-1));
        expect([...before.slice(0, -1), ...after]).toEqual(segmentEpisodes(events));
      }),
    );
  });

  it('are cut where a request shares no word with what was said, and not by a short one', () => {
    const said = (ordinal: number, words: readonly string[], kind: EpisodeSource['kind'] = 'agent_message'): EpisodeSource => ({
      eventId: `e${ordinal}`,
      session: 's',
      ordinal,
      at: ordinal,
      kind,
      words,
    });
    const harbour = Array.from({ length: 8 }, (_, at) => said(at, ['crane', 'quay']));
    const cuts = (words: readonly string[]) => segmentEpisodes([...harbour, said(8, words, 'user_message')]).length;
    expect(cuts(['rent', 'lease', 'tenant', 'landlord'])).toBe(2);
    expect(cuts(['rent', 'lease', 'tenant', 'crane'])).toBe(1);
    expect(cuts(['rent', 'lease'])).toBe(1);
  });
});
