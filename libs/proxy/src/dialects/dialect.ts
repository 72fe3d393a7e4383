import type { EventKind, ThinkingSeal } from '@total-recall/domain';
import type { AnswerForm, OwnToolNames } from '../answers/answer-form.ts';
import type { JsonRecord } from '../text/json-values.ts';

/** What one event of the log is made of: a part of a message. */
export interface MessagePart {
  readonly kind: Extract<EventKind, 'user_message' | 'agent_message' | 'thinking' | 'tool_call' | 'tool_result' | 'system_note'>;
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly arguments?: string };
  readonly isError?: boolean;
  readonly thinking?: ThinkingSeal;
  /** Pictures with their data, where the request carries it. */
  readonly files?: readonly PartFile[];
  /** Characters that come with it and that the vendor alone can read. They are counted, and are no text. */
  readonly sealedChars?: number;
  /**
   * Characters of thoughts that go with it wherever it goes. They are counted, and tell no conversation from another: some
   * agents send them back, and others do not.
   */
  readonly thoughtChars?: number;
  /** Call, of another message, that the caller has approved and that this came of. */
  readonly outcomeOf?: string;
  /** True where the vendor needs it whole. */
  readonly isPinned?: boolean;
  /** Indexes of the part's blocks in the message's content, or of its call. */
  readonly blocks: readonly number[];
}

export interface PartFile {
  readonly mime: string;
  /** Base64; absent where the request names a place instead. */
  readonly data?: string;
  /** That place: an address, or the vendor's id of the file. */
  readonly at?: string;
  /** Name that the request gives it. */
  readonly title?: string;
}

/** Characters of a place that are read; a longer one is none that a vendor fetches. */
const PLACE_CHARS = 8_192;

/**
 * Returns where a request says that a file is, by the first of these that says it; nothing for bytes in a URL. Addresses
 * lose what signs them: some agents sign one anew each time that they send it, and who reads the log later has no use for it.
 */
export function placedAt(...places: readonly unknown[]): Pick<PartFile, 'at'> {
  const at = places.find((place): place is string => typeof place === 'string' && place !== '' && !/^data:/i.test(place));
  return at === undefined || at.length > PLACE_CHARS ? {} : { at: /^[^?#]*/.exec(at)![0] };
}

/** Returns the name of a file as a field of it, where there is one. */
export function titled(title: unknown): Pick<PartFile, 'title'> {
  return typeof title === 'string' && title !== '' ? { title } : {};
}

/** What a window shows of a part: all of it, nothing, or a text of its own. */
export type PartView = 'whole' | 'gone' | { readonly text: string; readonly arguments?: string };

/** Edits of a history that a request asks the vendor for, and that our windows take the place of. */
export interface TakenEdits {
  readonly names: readonly string[];
  /** Fields of the request without them, as JSON texts. */
  readonly fields: Readonly<Record<string, string>>;
  /** Size at which the first of them would have begun. */
  readonly windowTokens?: number;
}

/** A request that lets the vendor leave out thinking, and the features that it then has to name. */
export interface FreedRequest {
  readonly text: string;
  /** Values of the header `anthropic-beta`. */
  readonly betas: readonly string[];
}

/** The form of one vendor's requests and answers. It knows JSON only, neither windows nor the log. */
export interface Dialect {
  readonly name: 'chat' | 'messages' | 'responses';
  /** Field of a request that holds its messages; `messages` where absent. */
  readonly field?: 'input';
  readonly answers: AnswerForm;
  /** Cuts the text of that field into messages; a list into its elements, where absent. */
  splitList?(list: string): string[];
  /** Reads and writes the text of a message; both are JSON, where absent. */
  parseMessage?(raw: string): JsonRecord;
  textOf?(message: JsonRecord): string;
  /** Parts an answer into the messages that it is read as in later requests; one, where absent. */
  splitAnswer?(answer: JsonRecord): readonly JsonRecord[];
  /** Returns the messages of a request that belong to its head, such as a system prompt: they always stay. */
  headLength(messages: readonly JsonRecord[]): number;
  readMessage(message: JsonRecord): readonly MessagePart[];
  /** Writes a message of which some parts are not whole; undefined where nothing is left. */
  writeMessage(message: JsonRecord, parts: readonly MessagePart[], views: readonly PartView[]): JsonRecord | undefined;
  markerMessage(text: string): JsonRecord;
  /** Joins messages of one role, two or more, that may not follow each other. Absent where they may. */
  joinMessages?(messages: readonly JsonRecord[]): JsonRecord;
  /** True for a message with results of calls, which nothing may part from the calls. */
  answersCalls(message: JsonRecord): boolean;
  /** Text outside of messages that a request brings along: system prompt and tools. */
  headTexts(body: JsonRecord): readonly string[];
  toolName(tool: JsonRecord): string | undefined;
  /** Tools that a message declares beside those of the request. */
  toolsIn?(message: JsonRecord): readonly JsonRecord[];
  /** True for a tool that is a function of the caller's, not one of the vendor's own. */
  isFunction(tool: JsonRecord): boolean;
  declareTools(names: OwnToolNames): readonly JsonRecord[];
  /** True where the caller's settings leave room for tools of ours. */
  mayAddTools(body: JsonRecord): boolean;
  /** True where the text of the answer is to be JSON. */
  asksJson(body: JsonRecord): boolean;
  outputTokens(body: JsonRecord): number | undefined;
  hintOf(body: JsonRecord): string | undefined;
  takeEdits?(text: string, body: JsonRecord): TakenEdits | undefined;
  /** True for a refusal, as the vendor wrote it, of thinking whose history is not the one that it was made behind. */
  refusesThinking?(answer: string): boolean;
  /** Returns a request that is not refused for that; undefined where there is none. */
  freeThinking?(text: string): FreedRequest | undefined;
  /** Index of the first message that the vendor reads; all, where absent. */
  startOf?(messages: readonly JsonRecord[]): number;
}
