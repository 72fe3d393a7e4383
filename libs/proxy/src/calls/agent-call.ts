import type { Logger, Metrics } from '@total-recall/observability';
import type { Clock, Scheduler } from '@total-recall/ports';
import type { OwnCall, OwnToolNames, ToolAnswer, Usage } from '../answers/answer-form.ts';
import type { Exchange } from '../answers/exchanges.ts';
import type { TakeBytes } from '../conversation/compaction-item.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { UnreadReason } from '../http/read-answer.ts';
import type { Memory } from '../memory/memory.ts';
import type { JsonRecord } from '../text/json-values.ts';
import type { LostCalls } from './lost-calls.ts';
import type { CallTokens } from '../window/count-in-time.ts';
import type { CallSettings, ToolsMode, WindowOutcome } from '../window/plan-call.ts';

export interface AgentCallDeps extends CallSettings {
  readonly tokens: CallTokens;
  /** Opens the memory of a key. Nothing is called yet. */
  readonly open: (apiKey: string) => Memory;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  /** Takes neither content nor keys. */
  readonly logger: Logger;
  /** Registers what to do when something of a session or of a space is erased; absent where nobody tells. */
  readonly onErased?: (run: (place: { readonly session?: string }) => void) => void;
}

/** Whose call it is, and where it is kept. */
export interface CallPlace {
  readonly apiKey: string;
  readonly space: string;
  readonly session?: string;
  readonly tools?: ToolsMode;
  /** Tenant whose calls share what one may use; each key is on its own where absent. */
  readonly holder?: string;
  /** Takes memory for what a request unpacks to; without a bound where absent. */
  readonly take?: TakeBytes;
}

/** A call on its way to the vendor, and what is to do with the answer. */
export interface PreparedCall {
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly outcome: WindowOutcome;
  /** Edits of the history that were asked of the vendor, and that the window took the place of. */
  readonly edits?: readonly string[];
  /** True where nothing of the conversation is kept, as its session was erased. */
  readonly isErased?: boolean;
  /** True where the text of the answer is to be JSON. */
  readonly asksJson: boolean;
  /** Names of the proxy's tools, where they were added. */
  readonly names?: OwnToolNames;
  /** The request without thinking that its history has left, where the vendor may refuse that. */
  readonly freed?: FreedCall;
  /** Calls of ours in the answer that the request goes on from, where only the vendor knows it. */
  readonly lost?: LostCalls;
  /** The request without tools of ours, where it has no other functions: a model may take none. */
  readonly bare?: BareCall;
  /** Values that the header `anthropic-beta` has to have with the body that was planned last. */
  betas(): readonly string[];
  /** Plans the request once more, with messages behind the caller's, in the container of the round before where it names one. */
  again(messages: readonly JsonRecord[], container?: string): Promise<Buffer>;
  /** Answers calls of the proxy's tools. Never rejects: the model is told what failed. */
  answer(calls: readonly OwnCall[], round: number): Promise<readonly ToolAnswer[]>;
  /** Keeps the answer as the caller was told it, and what the caller was not told; `cutsOwn` is true where it ended within a call of ours. */
  done(told: JsonRecord, exchange: Exchange | undefined, usage: Usage, cutsOwn?: boolean): void;
  /** Counts an answer that the vendor broke off, and keeps what came of it; `told` is absent where it is no message. */
  brokenOff(told: JsonRecord | undefined, usage: Usage): void;
  /**
   * Waits for an answer that its caller may ask for later, as the vendor makes it in the background; returns false for
   * one without a name. Absent for any other answer.
   */
  waits?(told: JsonRecord): boolean;
  /** Counts an answer that went on, or ended, without being read. */
  notKept(why: UnreadReason): void;
}

export interface BareCall {
  /** Plans the request once more, without tools of ours. */
  body(): Promise<Buffer>;
  /** Keeps that the model took it so, for the calls that follow. */
  worked(): void;
}

export interface FreedCall {
  /** Plans the request once more upon a refusal, as the vendor wrote it, with messages behind the caller's; undefined for one of anything else. */
  body(refusal: string, messages: readonly JsonRecord[]): Promise<Buffer | undefined>;
  /** Keeps that the vendor took it so, for the calls that follow. */
  worked(): void;
}

/** A question of how many tokens a call would have, on its way to the vendor. */
export interface PreparedCount {
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly outcome: WindowOutcome;
  readonly edits?: readonly string[];
  readonly model: string;
  /** Values that the header `anthropic-beta` has to have with the body. */
  readonly betas: readonly string[];
  /** Our own count, on the high side, for where the vendor has none; absent for a history that only the vendor knows. */
  readonly tokens?: number;
}
