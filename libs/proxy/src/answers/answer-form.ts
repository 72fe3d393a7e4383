import type { JsonRecord } from '../text/json-values.ts';

/** Names under which the proxy's tools are declared, by what they do. */
export interface OwnToolNames {
  readonly recall: string;
  readonly open: string;
}

/** A call of one of the proxy's own tools in an answer. */
export interface OwnCall {
  readonly id: string;
  readonly tool: 'recall' | 'open';
  readonly arguments: string;
}

export interface ToolAnswer {
  readonly call: OwnCall;
  readonly text: string;
  readonly isError: boolean;
  /** Ids of the events that the text quotes. */
  readonly evidence?: readonly string[];
}

/** One answer of the model, read. The proxy's own calls make it ask again, where the caller has none to answer. */
export interface Round {
  /** The message as the model said it, to send back. */
  readonly message: JsonRecord;
  readonly own: readonly OwnCall[];
  /** Number of calls that the caller has to answer. */
  readonly others: number;
  /** True where it ended within a call of ours, which nobody answers: the caller is not to see it. */
  readonly cutsOwn?: boolean;
  /** Name of the container that the vendor's tools ran in, with their files: a further round goes on there. */
  readonly container?: string;
}

/** The events of an answer as they come in, over as many rounds as it takes. */
export interface AnswerStream {
  /** Takes an event and returns what the caller gets of it now. */
  take(event: StreamEvent): string;
  /** The round that has ended; undefined where it was broken off. What comes next belongs to the next round. */
  endRound(): Round | undefined;
  /**
   * Ends a round that was broken off, for `told` to tell what came of it: without calls that lack their end, which
   * nobody can answer. Returns false for an answer that is no message of a conversation.
   */
  breakOff(): boolean;
  /**
   * Returns what was held back, where the caller has all else as it came, so that what follows can go on unread;
   * undefined where it cannot.
   */
  giveUp(): string | undefined;
  /** Returns what was held back for the end of the answer. */
  finish(): string;
  /** Characters that stay in memory of all that was taken, about. */
  held(): number;
  /** The message as the caller has been told it. */
  told(): JsonRecord;
  usage(): Usage;
}

export interface StreamEvent {
  /** The event as it came, its empty line included. */
  readonly raw: string;
  readonly data: string;
  /** Why a piece is none: it is beyond what is read of an answer, or of all answers together. */
  readonly beyond?: 'too_large' | 'no_room';
}

/** Tokens as the vendor counted them. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** How a vendor writes answers. */
export interface AnswerForm {
  readWhole(answer: JsonRecord, names: OwnToolNames | undefined): Round | undefined;
  /** True for an answer that says something beside its calls and thoughts. */
  hasText(answer: JsonRecord): boolean;
  /** Returns an answer without what it says, for one that was asked for as JSON: two texts are no JSON together. */
  withoutTexts(answer: JsonRecord): JsonRecord;
  /** Joins the rounds of an answer into the one that the caller gets. */
  joinWhole(answers: readonly JsonRecord[], names: OwnToolNames | undefined): JsonRecord;
  toldIn(answer: JsonRecord): JsonRecord;
  usageOf(answers: readonly JsonRecord[]): Usage;
  /** Reads a stream. One that was asked for as JSON tells one text alone, where its form joins them. */
  createStream(names: OwnToolNames | undefined, asksJson?: boolean): AnswerStream;
  /** Messages that follow a round: what the model said, and the answers to its calls. */
  followUp(round: Round, answers: readonly ToolAnswer[]): readonly JsonRecord[];
  /**
   * For a round in which the caller has calls to answer too: what stands in place of the caller's message, and what
   * comes into the message that answers it.
   */
  beside(
    round: Round,
    answers: readonly ToolAnswer[],
  ): { readonly messages: readonly JsonRecord[]; readonly results: readonly JsonRecord[] };
}

/** Stands in an answer that was nothing but calls of ours which nobody answers: vendors take no empty message back. */
export const ENDED_WITHIN = 'The answer ended within a recall.';

/** Tells what a called tool of ours is. */
export function ownTool(names: OwnToolNames | undefined, name: unknown): OwnCall['tool'] | undefined {
  if (names === undefined) return undefined;
  return name === names.recall ? 'recall' : name === names.open ? 'open' : undefined;
}
