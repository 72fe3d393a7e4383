import type { LinkType, OutlinePart, UnitKind, UnitStatus } from '@total-recall/domain';
import type { SpacePlace } from './unit-store.ts';

export interface UnitsQuery extends SpacePlace {
  /** Words that units are searched by; without them units are listed, the latest first. */
  readonly text?: string;
  /** Only units of this kind. */
  readonly kind?: UnitKind;
  /** Only what this topic or insight is made of. */
  readonly under?: string;
  /** Private units of this person, too. */
  readonly subject?: string;
  /** Also names the speculative links of each unit. */
  readonly speculative?: boolean;
  /** Id of an entry of the ledger: units as the decisions up to it left them, without what was erased since. Default: now. */
  readonly atEntry?: string;
  readonly limit: number;
  /** Id of the last unit of the page before; for lists alone. */
  readonly after?: string;
}

/** An event that a unit is made of. */
export interface UnitEvent {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, as in e184; absent where the event is not there any more. */
  readonly ordinal?: number;
}

/** A unit with what it says, chosen from its events word for word. */
export interface UnitView {
  readonly id: string;
  readonly kind: UnitKind;
  readonly visibility: 'visible' | 'archived';
  readonly status: UnitStatus;
  /** Sentences of its events; empty where none could be read. */
  readonly text: string;
  /** Its outline in few lines, each with the event that says it; none of a fact or an insight. */
  readonly lines: readonly (UnitEvent & { readonly part: OutlinePart; readonly text: string })[];
  /** Words that tell what it is about, and names of two words. */
  readonly words: readonly string[];
  /** Decisions in it, each with its event. */
  readonly decisions: readonly (UnitEvent & { readonly text: string })[];
  /** Times of its first and its last event, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The events that it is made of, the first of them first, at most 16; `eventCount` counts all. */
  readonly events: readonly UnitEvent[];
  readonly eventCount: number;
  /** Units that it is made of. */
  readonly members: readonly string[];
  readonly links: readonly { readonly type: LinkType; readonly to: string }[];
  /** Ids of episodes that went alike though they are about other things: a guess, and no evidence. Only where it is asked for. */
  readonly speculative?: readonly string[];
  /** Nearness to what was searched for, 0 to 1, and the links between it and what was found by its words. */
  readonly score?: number;
  readonly hops?: number;
}

/** The surface of a space: how many units there are, and how far down archived ones are. */
export interface SurfaceCounts {
  readonly visible: number;
  readonly archived: number;
  /** Archived units that no visible one leads to; must be 0 (I-09). */
  readonly unreachable: number;
  /** Archived units by the number of links to them from the nearest visible one: one link, two, three. */
  readonly hops: readonly number[];
}

export interface UnitsAnswer {
  readonly units: readonly UnitView[];
  readonly surface: SurfaceCounts;
  readonly next?: string;
}
