import { createJsonMeter } from '@total-recall/runtime';
import type { OwnToolNames } from '../answers/answer-form.ts';
import { readMessages, type KnownMessages, type Message } from '../conversation/read-conversation.ts';
import type { GivenHistory } from '../conversation/vendor-history.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { messageTexts } from '../dialects/message-text.ts';
import { nameOwnTools } from '../dialects/own-tools.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import { isRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import { callPolicy, type CallSizes } from './call-policy.ts';
import { countMessages, type PartCounter } from './count-parts.ts';
import { cutRounds } from './cut-rounds.ts';
import { modelFamily, modelWindow, type ModelWindow } from './model-window.ts';
import type { createWindowPlanner, PlannedWindow } from './plan-window.ts';

/** A caller's wish for our tools, where we are not to answer them: it answers calls of them itself, or has none. */
export type ToolsMode = 'shown' | 'off';

/** A request of an agent, read. */
export interface AgentCall {
  /** Whose call it is: a hash of the key, and the space. */
  readonly owner: string;
  /** Tenant, or key, whose turn its work takes where that is long. */
  readonly holder: string;
  readonly dialect: Dialect;
  /** JSON text as received. */
  readonly text: string;
  readonly body: JsonRecord;
  readonly messages: readonly Message[];
  /** Tokens that the answer may take, where the request says so. */
  readonly outputTokens?: number;
  /** How many of the vendor's tokens one of ours stands for. */
  readonly factor?: number;
  readonly tools?: ToolsMode;
  /** True for a model that refused functions: it gets none of ours where the request has none. */
  readonly takesNoTools?: boolean;
  /** True where the vendor refused thinking whose history has changed: it is told to leave it out. */
  readonly freesThinking?: boolean;
  /** Container of the vendor's that the rounds before ran in. */
  readonly container?: string;
  /** Where the vendor may hold a part of the conversation: what is known of it. */
  readonly given?: GivenHistory;
}

/**
 * How a request went on: as it came, in a window, in one that is still too large; where planning failed as it came, without
 * its oldest rounds, or as it came though it does not fit; as it came because only the vendor knows the history.
 */
export type WindowOutcome = 'whole' | 'compacted' | 'over_budget' | 'untouched' | 'cut' | 'untouched_over_model' | 'vendor_history';

export interface PlannedCall {
  readonly text: string;
  readonly outcome: WindowOutcome;
  /** Names of the proxy's tools, where they were added. */
  readonly names?: OwnToolNames;
  /** Tokens of the messages as they are sent; absent where nothing was planned. */
  readonly tokens?: number;
  /** The same, without rounding. */
  readonly exactTokens?: number;
  /** Most calls of our tools in one turn. */
  readonly pullCalls: number;
  /** Edits of the history that were asked of the vendor, and that the window took the place of. */
  readonly edits?: readonly string[];
  /** Values that the header `anthropic-beta` has to have with this text. */
  readonly betas?: readonly string[];
}

export interface CallSettings {
  /** Largest window of a call; the model's own where absent. */
  readonly windowTokens?: number;
  /** Windows of models, in place of those that are known here. */
  readonly modelWindows?: readonly ModelWindow[];
  readonly addsTools: boolean;
}

/**
 * Reads a request; undefined where it has no messages, too many of them or of their parts, or more values than are built:
 * the vendor says what is wrong better than a proxy. `beyond` is told of one that has messages, but more than is read.
 */
export function readCall(
  { owner, holder }: Pick<AgentCall, 'owner' | 'holder'>,
  dialect: Dialect,
  bytes: Buffer,
  known: KnownMessages,
  beyond: () => void,
  readGiven?: (body: JsonRecord, listed: readonly string[], meter: (json: Uint8Array) => boolean) => GivenHistory | undefined,
): AgentCall | undefined {
  try {
    const values = createJsonMeter({ jsonDepth: PROXY_LIMITS.depth, jsonValues: PROXY_LIMITS.values });
    // Each text is parsed before the next is counted, so that none begins within another one's string.
    const meter = (json: Uint8Array): boolean => values.add(json) === undefined;
    if (!meter(bytes)) throw new RangeError('The request has too many values.');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const body = JSON.parse(text) as JsonRecord;
    // A request that names what it goes on from may say nothing new.
    const said = body[dialect.field ?? 'messages'] ?? (dialect.field && []);
    if (!Array.isArray(said) && !(typeof said === 'string' && said !== '' && dialect.field)) return undefined;
    if (Array.isArray(said)) allowMessages(said);
    const span = fieldSpans(text).get(dialect.field ?? 'messages');
    const listed = span && said.length > 0 ? messageTexts(dialect, text.slice(span.from, span.to)) : [];
    const outputTokens = dialect.outputTokens(body);
    const given = readGiven?.(body, listed, meter);
    const raws = given?.raws ?? listed;
    if (raws.length === 0) return undefined;
    allowMessages(raws);
    const messages = readMessages(dialect, raws, given?.unknown ?? '', known, PROXY_LIMITS);
    return { owner, holder, dialect, text, body, messages, ...(outputTokens !== undefined && { outputTokens }), ...(given && { given }) };
  } catch (error) {
    if (error instanceof RangeError) beyond();
    return undefined;
  }
}

function allowMessages({ length }: { readonly length: number }): void {
  if (length > PROXY_LIMITS.messages) throw new RangeError(`The request has more than ${PROXY_LIMITS.messages} messages.`);
}

/** Fields of a request whose messages are written out. */
function writtenFields({ dialect, given }: AgentCall, raws: readonly string[]): Record<string, string> {
  return { ...given?.dropped, [dialect.field ?? 'messages']: `[${raws.join(',')}]` };
}

/**
 * Creates the planner of calls. `raws` are the messages to send, the caller's own where nothing was put back. A failure
 * of ours costs the window, never the call.
 */
export function createCallPlanner(
  planWindow: ReturnType<typeof createWindowPlanner>,
  counter: Pick<PartCounter, 'countTexts'>,
  { windowTokens, modelWindows = [], addsTools }: CallSettings,
  known: KnownMessages,
  onFailure: (error: unknown) => void,
) {
  async function plan(call: AgentCall, messages: readonly Message[], isChanged: boolean): Promise<PlannedCall> {
    const { owner, holder, dialect, text, body, factor: now = 1, takesNoTools = false } = call;
    const edits = dialect.takeEdits?.(text, body);
    const most = Math.min(windowTokens ?? Number.MAX_SAFE_INTEGER, edits?.windowTokens ?? Number.MAX_SAFE_INTEGER);
    const sizes = sizesOf(call, { windowTokens: most, modelWindows });
    const policyOf = (factor: number) => callPolicy({ ...sizes, factor });
    const plain = { owner, holder, dialect, policy: policyOf(1), correction: { factor: now, policyOf } };
    const values = messages.map(({ value }) => value);
    const read = messages.slice(dialect.startOf?.(values) ?? 0);
    const windowOf = (asked: JsonRecord, own?: OwnToolNames) =>
      planWindow({ ...plain, messages: read, headTexts: dialect.headTexts(asked), ...(own && { names: own }) });
    const hasTools = recordsIn(body.tools).length > 0;
    const mayAdd = addsTools && call.tools !== 'off' && (hasFunctions(call) || !takesNoTools);
    const names = mayAdd ? nameOwnTools(dialect, body, values) : undefined;
    const tools = names && toolsWith(call, names);
    // Who has no tools may ask a model that takes none; it gets ours when there is something to recall.
    let window = hasTools && tools ? undefined : await windowOf(body);
    const isAdded = tools !== undefined && (window === undefined || window.isCompacted || isChanged);
    if (isAdded) window = await windowOf({ ...body, tools: JSON.parse(tools) as unknown }, names);
    const { isCompacted, tokens, exactTokens } = window!;
    const sent = isCompacted ? window!.messages : messages.map(({ raw }) => raw);
    const fields = {
      ...edits?.fields,
      ...((isCompacted || isChanged) && writtenFields(call, sent)),
      ...(isAdded && { tools }),
    };
    const planned = Object.keys(fields).length === 0 ? text : withFields(text, fields);
    const sizeOf = { tokens, exactTokens };
    return {
      text: planned,
      outcome: outcomeOf(window!, call),
      ...sizeOf,
      pullCalls: plain.policy.budgets.pullCalls,
      ...(isAdded && { names: names! }),
      ...(edits && { edits: edits.names }),
    };
  }

  async function cut(call: AgentCall, raws: readonly string[]) {
    const window = modelWindow(String(call.body.model), call.outputTokens, modelWindows);
    return cutToModel(counter, call, readMessages(call.dialect, raws, '', known), Math.min(window, windowTokens ?? window));
  }

  async function planAnyhow(call: AgentCall, raws: readonly string[]): Promise<PlannedCall> {
    const { dialect, text, messages, given } = call;
    // The vendor knows what is named by a name of ours, such as a compaction's or a joined answer's, not or not whole.
    const isNamedHere = given?.opened !== undefined || given?.isJoined === true;
    const isChanged = isNamedHere || raws.length !== messages.length || raws.some((raw, at) => raw !== messages[at]!.raw);
    try {
      return await plan(call, isChanged ? readMessages(dialect, raws, '', known) : messages, isChanged);
    } catch (error) {
      onFailure(error);
      const whole = isChanged ? withFields(text, writtenFields(call, raws)) : text;
      const { outcome, sent } = await cut(call, raws).catch(() => ({ outcome: 'untouched_over_model' as const, sent: undefined }));
      const pullCalls = pullCallsOf(call, { windowTokens, modelWindows });
      return { text: sent ? withFields(text, writtenFields(call, sent)) : whole, outcome, pullCalls };
    }
  }

  return async function planCall(call: AgentCall, raws: readonly string[]): Promise<PlannedCall> {
    const planned = withContainer(call, await planAnyhow(call, raws));
    return { ...planned, ...(call.freesThinking && call.dialect.freeThinking?.(planned.text)) };
  };
}

/** Returns how many calls of our tools a turn may make where no window was planned. */
export function pullCallsOf(call: SizedCall, settings: SizeSettings): number {
  return callPolicy(sizesOf(call, settings)).budgets.pullCalls;
}

type SizedCall = Pick<AgentCall, 'body' | 'outputTokens'>;
type SizeSettings = Pick<CallSettings, 'windowTokens' | 'modelWindows'>;

function sizesOf({ body, outputTokens }: SizedCall, { windowTokens, modelWindows }: SizeSettings): CallSizes {
  return {
    model: String(body.model),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(windowTokens !== undefined && { windowTokens }),
    ...(modelWindows && { modelWindows }),
  };
}

/** Makes a request fit its model without a window; `sent` is absent where it goes on as it came. */
async function cutToModel(
  counter: Pick<PartCounter, 'countTexts'>,
  { dialect, body, factor = 1 }: AgentCall,
  messages: readonly Message[],
  windowTokens: number,
): Promise<{ readonly outcome: WindowOutcome; readonly sent?: readonly string[] }> {
  const family = modelFamily(String(body.model));
  const start = dialect.startOf?.(messages.map(({ value }) => value)) ?? 0;
  const tokens = (await countMessages(counter, family, messages)).fill(0, 0, start);
  const head = await counter.countTexts(family, dialect.headTexts(body));
  const room = head.reduce((free, count) => free - count, Math.floor(windowTokens / factor));
  if (tokens.reduce((free, count) => free - count, room) >= 0) return { outcome: 'untouched' };
  const sent = cutRounds({ dialect, messages, tokens, room });
  return sent ? { outcome: 'cut', sent } : { outcome: 'untouched_over_model' };
}

/** Names the container of the rounds before, beside what the caller asks of it: the vendor would begin an empty one. */
function withContainer({ body, container: id }: AgentCall, planned: PlannedCall): PlannedCall {
  if (id === undefined) return planned;
  const container = isRecord(body.container) ? { ...body.container, id } : id;
  return { ...planned, text: withFields(planned.text, { container: JSON.stringify(container) }) };
}

/** True where the caller has functions among its tools, so that the model takes some. */
export function hasFunctions({ dialect, body }: Pick<AgentCall, 'dialect' | 'body'>): boolean {
  return recordsIn(body.tools).some((tool) => dialect.isFunction(tool));
}

/** Returns the list of the caller's tools, as it was written, with ours behind. */
function toolsWith({ dialect, text }: AgentCall, names: OwnToolNames): string {
  const span = fieldSpans(text).get('tools');
  const given = span && text[span.from] === '[' ? elementTexts(text.slice(span.from, span.to)) : [];
  return `[${[...given, ...dialect.declareTools(names).map((tool) => JSON.stringify(tool))].join(',')}]`;
}

function outcomeOf({ isCompacted, isWithinBudget }: PlannedWindow, { given }: AgentCall): WindowOutcome {
  if (!isWithinBudget) return 'over_budget';
  return isCompacted || given?.opened ? 'compacted' : 'whole';
}
