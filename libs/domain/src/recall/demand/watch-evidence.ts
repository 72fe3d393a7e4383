import { traitsOf, type EvidenceTraits } from './evidence-traits.ts';
import type { EvidenceUse, RecallReceived, UseKind } from './evidence-use.ts';
import { findTraits, forgetKnown, recognises } from './find-traits.ts';

/** Number of turns after a recall's result in which the agent's writing counts as use. */
export const WATCHED_TURNS = 4;
/** Number of recalls watched per session at a time, and pieces of evidence per recall. */
const WATCHED_RECALLS = 16;
const WATCHED_EVIDENCE = 64;

/** An event after a recall's result, written or read by the agent. */
export interface PassingEvent {
  readonly id: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly at: number;
  readonly text: string;
}

interface Watched {
  readonly received: RecallReceived;
  /** Features by event id; used events are removed. */
  readonly evidence: Map<string, EvidenceTraits>;
  readonly ids: ReadonlySet<string>;
}

/**
 * Detects which evidence of a session's recalls is used afterwards. A recall is watched for four turns, or until a
 * later turn brings other evidence. Content of the turns before it, or from somebody else meanwhile, was known without
 * the recall and does not count. Source: R10.
 */
export interface EvidenceWatch {
  /** Starts watching a recall. `before`: texts of the session just before it, the query included. */
  received(
    received: RecallReceived,
    evidence: readonly { readonly eventId: string; readonly text: string }[],
    before: readonly string[],
  ): void;
  /** Notes an event that the agent wrote. Returns the first use of each piece of evidence, once. */
  wrote(event: PassingEvent): EvidenceUse[];
  /** Notes an event that somebody else wrote. */
  read(event: PassingEvent): void;
  /** Returns true when anything is still watched in that turn. Drops what has expired. */
  isOpenIn(turn: number): boolean;
}

export function watchEvidence(): EvidenceWatch {
  let watched: Watched[] = [];
  const traits = (): EvidenceTraits[] => watched.flatMap(({ evidence }) => [...evidence.values()]);
  const isOpenIn = (turn: number): boolean => {
    watched = watched.filter(({ received, evidence }) => turn <= received.turn + WATCHED_TURNS && evidence.size > 0);
    return watched.length > 0;
  };
  return {
    isOpenIn,
    received(received, evidence, before) {
      const ids = new Set(evidence.map(({ eventId }) => eventId));
      const isReplaced = (older: Watched): boolean =>
        older.received.turn < received.turn && [...ids].some((eventId) => !older.ids.has(eventId));
      const kept = watched.filter((older) => older.received.retrievalId !== received.retrievalId && !isReplaced(older));
      const fresh: Watched = { received, evidence: gather(evidence), ids };
      const own = [...fresh.evidence.values()];
      const known = findTraits(before, own);
      for (const one of own) forgetKnown(one, known);
      watched = [...kept, fresh].slice(-WATCHED_RECALLS);
    },
    wrote(event) {
      if (!isOpenIn(event.turn)) return [];
      const found = findTraits([event.text], traits());
      const cited = citedIn(event.text);
      return watched.flatMap(({ received, evidence }) =>
        [...evidence].flatMap(([eventId, own]): EvidenceUse[] => {
          const kind = cited.has(eventId) ? 'cited' : recognises(own, found);
          if (kind === undefined) return [];
          evidence.delete(eventId);
          return [useOf(received, eventId, kind, event)];
        }),
      );
    },
    read(event) {
      if (!isOpenIn(event.turn)) return;
      const known = findTraits([event.text], traits());
      for (const own of traits()) forgetKnown(own, known);
    },
  };
}

/** Joins the features of each event's pieces, for the first events only. */
function gather(evidence: readonly { readonly eventId: string; readonly text: string }[]): Map<string, EvidenceTraits> {
  const texts = Map.groupBy(evidence, ({ eventId }) => eventId);
  return new Map(
    [...texts].slice(0, WATCHED_EVIDENCE).map(([eventId, pieces]) => [eventId, traitsOf(pieces.map(({ text }) => text).join('\n'))]),
  );
}

function citedIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g), ([id]) => id));
}

function useOf(received: RecallReceived, eventId: string, kind: UseKind, event: PassingEvent): EvidenceUse {
  const { tenant, space, session, retrievalId } = received;
  return {
    tenant,
    space,
    session,
    retrievalId,
    eventId,
    kind,
    byEventId: event.id,
    at: event.at,
    afterEvents: event.ordinal - received.ordinal,
    afterTurns: event.turn - received.turn,
  };
}
