import type { ModelQuestion, UnusableAnswer } from '@total-recall/ports';

export interface ProtocolSettings {
  readonly model: string;
  readonly apiKey?: string;
  readonly maxOutputTokens: number;
}

/** Content of an endpoint's answer, before anything of it is trusted. */
export interface ReadAnswer {
  readonly text?: string;
  /** Set where there is no text. */
  readonly reason?: UnusableAnswer;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** The way in which an endpoint is asked, and answers. */
export interface ModelProtocol {
  /** Path behind the address of the endpoint. */
  readonly path: string;
  headersOf(settings: ProtocolSettings): Readonly<Record<string, string>>;
  bodyOf(question: ModelQuestion, settings: ProtocolSettings): unknown;
  /** Reads parsed JSON, which may be anything. */
  read(answer: unknown): ReadAnswer;
}
