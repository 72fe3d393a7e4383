import type { OwnCall, Usage } from '../answers/answer-form.ts';
import type { Exchange } from '../answers/exchanges.ts';
import { followMessages, type Message } from '../conversation/read-conversation.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { answeredTexts } from '../dialects/message-text.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { modelFamily } from '../window/model-window.ts';
import { hasFunctions, type AgentCall, type PlannedCall } from '../window/plan-call.ts';
import type { FactorKeys } from '../window/token-factors.ts';
import type { BareCall, CallPlace, FreedCall, PreparedCall } from './agent-call.ts';
import { answerRecalls } from './answer-recalls.ts';
import { asItCame, keysOf, type CallContext } from './call-context.ts';
import type { ConversationLog } from './conversation-logs.ts';
import { isUnderWay, type LaterAnswer } from './later-answers.ts';
import { lostCalls } from './lost-calls.ts';

/** A call as it was planned, for what is to do with its answer. */
interface SentCall {
  readonly call: AgentCall;
  readonly keys: FactorKeys;
  readonly log: ConversationLog;
  /** Our count of the request, where it was counted whole. */
  readonly exactTokens: number | undefined;
  /** Number of erasures before it was read. */
  readonly erasures: number;
  /** Ids of the events that were recalled for its answer. */
  readonly quotes: ReadonlySet<string>;
  /** Resolves once its messages are in the log, or could not be appended. */
  readonly recorded: Promise<unknown>;
}

interface AnsweredCall extends SentCall {
  /** True where the answer ended within a call of ours, which the vendor holds and nobody answers. */
  readonly cutsOwn: boolean;
}

/** Prepares a call; undefined for one that cannot be read and goes on as it came. */
export async function prepareCall(
  context: CallContext,
  dialect: Dialect,
  bytes: Buffer,
  place: CallPlace,
): Promise<PreparedCall | undefined> {
  const { exchanges, factors, answerTokens, withoutTools, freedThinking, fell } = context;
  const { clock, metrics } = context.deps;
  const startedAt = clock.monotonicMs();
  const route = dialect.name;
  const erasures = context.erasures.count();
  const asked = context.read(dialect, bytes, place);
  if (!asked) {
    metrics.proxyCalls.inc({ route, outcome: 'unread' });
    return undefined;
  }
  const log = context.logs.open(asked, place);
  const keys = keysOf(asked);
  const call: AgentCall = {
    ...asked,
    factor: factors.of(keys),
    takesNoTools: withoutTools.get(keys.model) === true,
    freesThinking: freedThinking.get(keys.model) === true,
  };
  const recorded = log.record(log.spoken);
  if (call.outputTokens !== undefined) answerTokens.set(keys.talk, call.outputTokens);
  const isUnknown = call.given?.unknown !== undefined;
  if (!isUnknown) await exchanges.ready(call, log);
  const raws = exchanges.putBack(call, log);
  if (isUnknown) fell('history');
  const quotes = new Set<string>();
  const planning = createPlanning(context, call, raws);
  const isShown = call.tools === 'shown';
  const planned = isUnknown ? asItCame(context, call) : await planning.plan();
  const { text, outcome, tokens: sentTokens, exactTokens, names, edits, pullCalls } = planned;
  const answerAll = (calls: readonly OwnCall[], round: number) => answerRecalls(context, { log, recorded, calls, round, pullCalls });
  const lost = isUnknown && !isShown ? lostCalls(call, (calls) => answerAll(calls, 1)) : undefined;
  metrics.proxyCalls.inc({ route, outcome });
  if (sentTokens !== undefined) metrics.proxyWindowTokens.observe(sentTokens);
  metrics.proxyPrepareSeconds.observe((clock.monotonicMs() - startedAt) / 1_000);
  return {
    dialect,
    body: text === call.text ? bytes : Buffer.from(text),
    outcome,
    asksJson: dialect.asksJson(call.body),
    ...(names && !isShown && { names }),
    ...(edits && { edits }),
    ...(log.isErased && { isErased: true }),
    ...(dialect.refusesThinking && !isUnknown && { freed: freedCall(context, planning, dialect, keys) }),
    ...(lost && { lost }),
    ...(names && !hasFunctions(call) && { bare: bareCall(context, planning, keys) }),
    betas: planning.betas,
    again: async (messages, container) =>
      Buffer.from((await planning.plan(container === undefined ? {} : { container }, answeredTexts(dialect, messages))).text),
    async answer(calls, round) {
      const answers = await answerAll(calls, round);
      for (const { evidence = [] } of answers) for (const id of evidence) quotes.add(id);
      return answers;
    },
    ...keeping(context, { call, keys, log, exactTokens, erasures, quotes, recorded }, route),
    notKept: context.notKept,
  };
}

/** Keeps what came of a call. The caller has the answer already, and has to get its end, whatever cannot be kept of it. */
function keeping(context: CallContext, sent: SentCall, route: string): Pick<PreparedCall, 'done' | 'brokenOff' | 'waits'> {
  const keep = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      context.fell('record', error);
    }
  };
  const { call, log } = sent;
  const later: LaterAnswer = {
    session: log.session,
    // One that is waiting yet was reached by no erasure.
    keep: (told, usage) =>
      keep(() => keepAnswer(context, { ...sent, erasures: context.erasures.count(), cutsOwn: false }, told, undefined, usage)),
  };
  const wait = ({ id }: JsonRecord): boolean => {
    if (typeof id !== 'string') return false;
    if (!context.erasures.haveReached(log.session, sent.erasures)) context.later.add(call, id, later);
    return true;
  };
  const waits = call.dialect.name === 'responses' && call.body.background === true ? wait : undefined;
  const done: PreparedCall['done'] = (told, exchange, usage, cutsOwn = false) =>
    keep(() => {
      if (isUnderWay(told) && waits?.(told)) return;
      if (waits) context.later.forget(call.owner, String(told.id));
      keepAnswer(context, { ...sent, cutsOwn }, told, exchange, usage);
    });
  return {
    done,
    ...(waits && { waits }),
    brokenOff(told, usage) {
      context.brokenOff(route);
      keep(() => {
        if (told && !waits?.(told)) recordAnswer(log, followMessages(call.dialect, call.messages.at(-1)!, told));
        countTokens(context, usage);
      });
    },
  };
}

/** Plans a call as often as it is sent; what the vendor does not take of it is left out from then on. */
function createPlanning({ planCall }: CallContext, given: AgentCall, raws: readonly string[]) {
  let call = given;
  let betas: readonly string[] = [];
  return {
    betas: () => betas,
    freesThinking: () => call.freesThinking === true,
    async plan(
      left: Pick<AgentCall, 'takesNoTools' | 'freesThinking' | 'container'> = {},
      behind: readonly string[] = [],
    ): Promise<PlannedCall> {
      call = { ...call, ...left };
      const planned = await planCall(call, [...raws, ...behind]);
      betas = planned.betas ?? [];
      return planned;
    },
  };
}

type Planning = ReturnType<typeof createPlanning>;

function bareCall({ withoutTools, fell }: CallContext, { plan }: Planning, { model }: FactorKeys): BareCall {
  return {
    body: async () => Buffer.from((await plan({ takesNoTools: true })).text),
    worked() {
      withoutTools.set(model, true);
      fell('tools');
    },
  };
}

function freedCall(
  { freedThinking, fell }: CallContext,
  { plan, freesThinking }: Planning,
  dialect: Dialect,
  { model }: FactorKeys,
): FreedCall {
  return {
    async body(refusal, messages) {
      if (freesThinking() || dialect.refusesThinking?.(refusal) !== true) return undefined;
      const { text, betas } = await plan({ freesThinking: true }, answeredTexts(dialect, messages));
      return betas === undefined ? undefined : Buffer.from(text);
    },
    worked() {
      freedThinking.set(model, true);
      fell('thinking');
    },
  };
}

function keepAnswer(
  context: CallContext,
  { call, keys, log, exactTokens, erasures, quotes, recorded: asked, cutsOwn }: AnsweredCall,
  told: JsonRecord,
  exchange: Exchange | undefined,
  usage: Usage,
): void {
  const { exchanges, histories, threads } = context;
  const answered = followMessages(call.dialect, call.messages.at(-1)!, told);
  const { body, given, messages } = call;
  const ended = { body, session: log.session, messages, answered, told, isJoined: exchange !== undefined || cutsOwn };
  if (!context.erasures.haveReached(log.session, erasures)) {
    if (given) histories.keep(call, { ...ended, given });
    threads.keep(call, { ...ended, ...(given && { given }) });
  }
  const recorded = recordAnswer(log, answered) ?? asked;
  exchanges.keep(call, log, { answered, exchange, quotes, recorded, isCurrent: () => erasures === context.erasures.count() });
  if (exactTokens !== undefined && !exchange) compare(context, keys, call, usage, exactTokens);
  countTokens(context, usage);
}

/** Records an answer; returns undefined for one that says nothing. */
function recordAnswer(log: ConversationLog, answered: readonly Message[]): Promise<unknown> | undefined {
  const parts = answered.flatMap((message) => message.parts);
  if (parts.some(({ kind, text, call: made }) => kind !== 'thinking' && (text !== '' || made)))
    return log.record([...log.spoken, ...answered]);
  return undefined;
}

function countTokens({ deps }: CallContext, usage: Usage): void {
  for (const [kind, count] of Object.entries(usage)) deps.metrics.proxyVendorTokens.inc({ kind }, Math.max(0, count));
}

/** Compares what the vendor counted with our count of the same request. */
function compare({ deps, factors }: CallContext, keys: FactorKeys, { body }: AgentCall, { input, cached }: Usage, ours: number): void {
  const reported = input + cached;
  if (reported <= 0) return;
  deps.metrics.proxyTokenRatio.observe({ family: modelFamily(String(body.model)) }, reported / Math.max(1, ours));
  factors.learn(keys, reported, ours);
}
