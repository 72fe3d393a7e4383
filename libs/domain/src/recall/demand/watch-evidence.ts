import { traitsOf, type EvidenceTraits } from './evidence-traits.ts';
import type { EvidenceUse, RecallReceived, UseKind } from './evidence-use.ts';
import { findTraits, forgetKnown, recognises } from './find-traits.ts';

/** Turns after a recall's result in which what the agent writes may be a use of it. */
export const WATCHED_TURNS = 4;
/** Recalls of one session that are watched at one time, and pieces of evidence of one recall. */
const WATCHED_RECALLS = 16;
const WATCHED_EVIDENCE = 64;

/** An event of a session beside the result of a recall: what the agent wrote, or what it read. */
export interface PassingEvent {
  readonly id: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly at: number;
  readonly text: string;
}

interface Watched {
  readonly received: RecallReceived;
  /** By event id; what was used is taken out. */
  readonly evidence: Map<string, EvidenceTraits>;
  readonly ids: ReadonlySet<string>;
}

/**
 * What of the recalls of one session is used afterwards. A recall is watched for four turns, or until a later turn brings other evidence.
 * What stood in the turns before it, or comes from somebody else meanwhile, was known without it and is no use. Source: R10.
 */
export interface EvidenceWatch {
  /** `before`: what the session held just before, the query included. */
  received(
    received: RecallReceived,
    evidence: readonly { readonly eventId: string; readonly text: string }[],
    before: readonly string[],
  ): void;
  /** The agent wrote; the first use of each piece of evidence is told, once. */
  wrote(event: PassingEvent): EvidenceUse[];
  /** Somebody else wrote. */
  read(event: PassingEvent): void;
  /** Whether anything of it is still watched in that turn; what is over is let go. */
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

/** The traits of each event's pieces together, of the first events only. */
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
