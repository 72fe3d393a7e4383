import { dateBoosts, orderBoosts } from './boost-times.ts';
import type { Candidate } from './candidate.ts';
import type { Fused } from './fuse-signals.ts';
import type { RankDocument } from './rank-document.ts';
import type { RankingSwitches } from './rank-parts.ts';
import type { RankTerms } from './rank-terms.ts';

/** Boost for a message of the role that the query asks for. */
const ASKED_ROLE = 1.5;
/**
 * Boost for the user's messages that hold something of the question: in talk without tools, users state what assistants
 * echo. In a small store, those that hold nothing of it would stand first. A request bears on what the user said of how
 * things are to be done, whatever its words.
 */
const USER_STATES = 1.5;
/** Boost for holding every identifier of the query. */
const EXACT = 1.5;

/** Boost for holding all that the query names as it is written. */
const LITERAL = 2;

/** Boost for what comes before all others; more than what else tells them apart. */
const LEAD = 20;

/** Candidates with the boosts for dates, roles and identifiers, in standard deviations. */
export interface Boosted<Document extends RankDocument> extends Fused<Document> {
  readonly boosts: readonly number[];
  /** The part of each that is for the query's dates. */
  readonly dates: readonly number[];
}

/** Computes the boosts of passages for dates, roles, identifiers and order, in standard deviations. */
export function boostsOf(
  { passages, scores, others }: Fused,
  terms: RankTerms,
  on: RankingSwitches,
): Pick<Boosted<RankDocument>, 'boosts' | 'dates'> {
  const { timePreference } = terms;
  const dates =
    on.dates && timePreference !== undefined
      ? dateBoosts(
          passages.map(({ document: { occurredAt } }) => (occurredAt === undefined ? 0 : timePreference(occurredAt))),
          others,
        )
      : passages.map(() => 0);
  const kind = terms.asksFor ?? (isDialogue(passages) ? 'user_message' : undefined);
  const roleOf = ({ document, share }: Candidate): number => {
    if (!on.speaker || document.kind !== kind) return 0;
    if (terms.asksFor !== undefined) return ASKED_ROLE;
    return share > 0 || terms.isRequest === true ? USER_STATES : 0;
  };
  const leadOf = (occurredAt: number | undefined): number => (occurredAt !== undefined && terms.leads?.(occurredAt) === true ? LEAD : 0);
  const literalOf = (document: RankDocument): number => LITERAL * (terms.literalShare?.(document) ?? 0);
  const boosts = passages.map((passage, i) => {
    const { document, exactShare } = passage;
    return dates[i]! + roleOf(passage) + EXACT * exactShare + literalOf(document) + leadOf(document.occurredAt);
  });
  if (!on.dates || terms.order === undefined) return { boosts, dates };
  const order = orderBoosts(
    passages.map(({ document: { eventId, ordinal, ...document } }, i) => {
      const occurredAt = terms.recordedAt?.(eventId) ?? document.occurredAt;
      return { score: scores[i]! + boosts[i]!, ordinal, ...(occurredAt !== undefined && { occurredAt }) };
    }),
    { order: terms.order },
  );
  return { boosts: boosts.map((boost, i) => boost + order[i]!), dates };
}

/** Returns true when users and assistants talk and no tools are among the candidates. */
function isDialogue(passages: readonly Candidate[]): boolean {
  const kinds = new Set(passages.map(({ document }) => document.kind));
  return kinds.has('user_message') && kinds.has('agent_message') && !kinds.has('tool_call') && !kinds.has('tool_result');
}
