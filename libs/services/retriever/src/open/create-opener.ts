import {
  eventTitle,
  findSpan,
  parseSeveralRef,
  placeSpan,
  renderOpened,
  type OpenAnswer,
  type OpenRequest,
  type TextSpan,
} from '@total-recall/domain';
import { createUlidFactory, TotalRecallError, type Turn, type WorkGate } from '@total-recall/runtime';
import { foldedSession, type ReadDeps } from '../read/folded-session.ts';
import type { RetrieverConfig } from '../retriever-deps.ts';
import { fittingEnd } from './fitting-end.ts';
import { measure, noRoom } from './open-budget.ts';
import { openTurns } from './open-turns.ts';
import { readOpened, type OpenedText } from './read-opened.ts';
import { refuseUngranted } from './refuse-ungranted.ts';
import { refuseOverPulls } from './refuse-over-pulls.ts';
import { bytesCost, releaseTurnWhileWaiting } from '../work-costs.ts';

/**
 * Creates `open`: reads an event or an artifact by lines or bytes, or several events by their turns or places, verbatim,
 * up to the budget of one recall. Source: W4.
 */
export function createOpener(deps: ReadDeps, config: RetrieverConfig, gate: WorkGate) {
  const newId = createUlidFactory(deps);

  return (request: OpenRequest): Promise<OpenAnswer> =>
    gate.run({ tenant: request.tenant, kind: 'open', cost: 1 }, (turn) => open(releaseTurnWhileWaiting(deps, turn), request, turn));

  async function open(deps: ReadDeps, request: OpenRequest, turn: Turn): Promise<OpenAnswer> {
    const { tenant, space, session } = request;
    const { policy } = await deps.policies.resolve({ tenant, space, session: session ?? '' });
    const address = session === undefined ? undefined : { tenant, space, session };
    const own = address && (await foldedSession(deps, config, address));
    const asking = own?.state;
    if (asking) refuseOverPulls(asking, policy, request.callId);
    const { pull, pullMax } = policy.budgets;
    const budgetTokens = Math.min(request.budgetTokens ?? pull, pullMax);
    const count = async (part: string) => (await deps.tokens.count(policy.family, [part]))[0]!;
    const retrievalId = () => deps.signer.signIn(request, newId(request.tenant));
    const turns = parseSeveralRef(request.ref);
    if (turns !== undefined) {
      const run = { deps, config, turn, count, retrievalId };
      return openTurns(run, { request, turns, ...(own && { own }), budgetTokens, pullMaxTokens: pullMax });
    }
    const opened = await readOpened(deps, config, request);
    if (asking && opened.event) await refuseUngranted(deps, asking, opened.event.record.envelope);
    const { text, wanted } = opened;
    await turn.spend(0.2 + bytesCost(text.length));
    const span = findSpan(text, wanted);
    if (span === undefined) throw outOfRange(text);
    const id = retrievalId();
    const upTo = async (end: number) => {
      const answer = describe(opened, span, { start: span.start, end }, id);
      const render = (named: string) => renderOpened({ ...answer, retrievalId: named, ref: request.ref }, { session, ...namesOf(opened) });
      return { answer, ...(await measure(render, id, count)) };
    };
    const { room: frameRoom } = await upTo(span.start);
    let forText = budgetTokens - frameRoom;
    for (;;) {
      const end = forText > 0 ? await fittingEnd(text, span, forText, count) : span.start;
      const { answer, rendered, tokens, room } = await upTo(end);
      const isShown = end > span.start || span.end === span.start;
      if (isShown && room <= budgetTokens) return { ...answer, rendered, tokens, budgetTokens };
      if (end === span.start) throw noRoom({ budgetTokens, pullMaxTokens: pullMax, frameRoom });
      // Escapes, a caution and longer numbers take a little more than the text was counted with.
      forText -= room - budgetTokens;
    }
  }
}

function namesOf({ event, body }: OpenedText): { readonly ordinal: number; readonly about: string } {
  if (event === undefined || body === undefined) return { ordinal: 0, about: '' };
  return { ordinal: event.accepted.ordinal, about: eventTitle({ kind: event.record.envelope.kind, body: { ...body, artifacts: [] } }) };
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

function outOfRange(text: string): TotalRecallError {
  const { totalBytes, totalLines } = placeSpan(text, { start: 0, end: text.length });
  return new TotalRecallError(
    'range_not_satisfiable',
    `The text has ${totalLines} lines and ${totalBytes} bytes; the range begins after their end.`,
    {
      details: { totalLines, totalBytes },
    },
  );
}
