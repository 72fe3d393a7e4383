import {
  cutSpan,
  eventTitle,
  findSpan,
  placeSpan,
  renderOpened,
  type OpenAnswer,
  type OpenRequest,
  type TextSpan,
} from '@total-recall/domain';
import { createUlidFactory, TotalRecallError, type Turn, type WorkGate } from '@total-recall/runtime';
import { foldedSession } from '../read/folded-session.ts';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { readOpened, type OpenedText } from './read-opened.ts';
import { refuseUngranted } from './refuse-ungranted.ts';
import { refuseOverPulls } from './refuse-over-pulls.ts';
import { bytesCost, releaseTurnWhileWaiting } from '../work-costs.ts';

/**
 * Tokens reserved for the frame around the text, including an id of any length, so that a call
 * always returns the same text.
 */
const FRAME_TOKENS = 150;
const ROUNDS = 8;

/**
 * Creates `open`: reads an event or an artifact by lines or bytes, verbatim, up to the budget
 * of one recall. Source: W4.
 */
export function createOpener(deps: RetrieverDeps, config: RetrieverConfig, gate: WorkGate) {
  const newId = createUlidFactory(deps);

  return (request: OpenRequest): Promise<OpenAnswer> =>
    gate.run({ tenant: request.tenant, kind: 'open', cost: 1 }, (turn) => open(releaseTurnWhileWaiting(deps, turn), request, turn));

  async function open(deps: RetrieverDeps, request: OpenRequest, turn: Turn): Promise<OpenAnswer> {
    const { tenant, space, session } = request;
    const { policy } = await deps.policies.resolve({ tenant, space, session: session ?? '' });
    const address = session === undefined ? undefined : { tenant, space, session };
    const asking = address && (await foldedSession(deps, config, address));
    if (asking) refuseOverPulls(asking, policy, request.callId);
    const opened = await readOpened(deps, config, request);
    if (asking && opened.event) await refuseUngranted(deps, asking, opened.event.record.envelope);
    const { text, wanted } = opened;
    await turn.spend(0.2 + bytesCost(text.length));
    const span = findSpan(text, wanted);
    if (span === undefined) throw outOfRange(text);
    const budgetTokens = Math.min(request.budgetTokens ?? policy.budgets.pull, policy.budgets.pullMax);
    const room = Math.max(budgetTokens - FRAME_TOKENS, Math.floor(budgetTokens / 4));
    const count = async (part: string) => (await deps.tokens.count(policy.family, [part]))[0]!;
    const shown = { start: span.start, end: await fittingEnd(text, span, room, count) };
    const answer = describe(opened, span, shown, deps.signer.signIn(request, newId(request.tenant)));
    const rendered = renderOpened({ ...answer, ref: request.ref }, { session, ...namesOf(opened) });
    const tokens = await count(rendered);
    if (tokens > budgetTokens) {
      throw noRoom(budgetTokens, policy.budgets.pullMax);
    }
    return { ...answer, rendered, tokens, budgetTokens };
  }
}

function namesOf({ event, body }: OpenedText): { readonly ordinal: number; readonly about: string } {
  if (event === undefined || body === undefined) return { ordinal: 0, about: '' };
  return { ordinal: event.accepted.ordinal, about: eventTitle({ kind: event.record.envelope.kind, body: { ...body, artifacts: [] } }) };
}

/** Finds the end of the longest prefix of a span that takes at most `room` tokens, by counting. */
async function fittingEnd(text: string, span: TextSpan, room: number, count: (part: string) => Promise<number>): Promise<number> {
  let fits = 0;
  let tooMuch = Infinity;
  let units = Math.min(span.end - span.start, room * 4);
  for (let round = 0; round < ROUNDS; round++) {
    const end = cutSpan(text, span, units);
    const tokens = await count(text.slice(span.start, end));
    const taken = end - span.start;
    if (tokens <= room) {
      fits = Math.max(fits, taken);
      if (end === span.end || tokens >= room * 0.95) break;
    } else tooMuch = Math.min(tooMuch, taken);
    if (tooMuch - fits <= 1) break;
    const wanted = Math.floor((units * room * 0.98) / Math.max(1, tokens));
    units = wanted > fits && wanted < tooMuch ? wanted : Math.floor((fits + Math.min(tooMuch, span.end - span.start + 1)) / 2);
  }
  return span.start + fits;
}

function describe(
  { text, event, artifactId }: OpenedText,
  span: TextSpan,
  shown: TextSpan,
  retrievalId: string,
): Omit<OpenAnswer, 'rendered' | 'tokens' | 'budgetTokens'> {
  const place = placeSpan(text, shown);
  const startsLine = shown.end === 0 || text[shown.end - 1] === '\n';
  const next = shown.end < text.length ? { fromByte: place.toByte, ...(startsLine ? { fromLine: place.toLine + 1 } : {}) } : undefined;
  const envelope = event?.record.envelope;
  return {
    retrievalId,
    ...(envelope && event
      ? {
          eventId: envelope.id,
          session: envelope.session,
          turn: event.accepted.turn,
          kind: envelope.kind,
          occurredAt: envelope.occurredAt,
        }
      : {}),
    ...(artifactId === undefined ? {} : { artifactId }),
    text: text.slice(shown.start, shown.end),
    ...place,
    complete: shown.end === span.end,
    ...(next ? { next } : {}),
  };
}

/** A call cannot name more than the policy lets it have. */
function noRoom(budgetTokens: number, pullMaxTokens: number): TotalRecallError {
  const wanted = 2 * FRAME_TOKENS;
  const advice = pullMaxTokens < wanted ? `raise pullMaxTokens in the policy to ${wanted}` : `name ${wanted}`;
  return new TotalRecallError('invalid_request', `budgetTokens: ${budgetTokens} tokens leave no room for a part of it; ${advice}.`);
}

function outOfRange(text: string): TotalRecallError {
  const { totalBytes, totalLines } = placeSpan(text, { start: 0, end: text.length });
  return new TotalRecallError(
    'range_not_satisfiable',
    `The text has ${totalLines} lines and ${totalBytes} bytes; the range begins behind them.`,
    {
      details: { totalLines, totalBytes },
    },
  );
}
