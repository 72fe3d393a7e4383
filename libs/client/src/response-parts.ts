/** A call that a model made. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; it may be no valid JSON. */
  readonly arguments: string;
}

/** What happened in one answer, in order: pieces of the model's output, and results that the vendor or the SDK made by itself. */
export type ResponsePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly seal?: { readonly signature?: string; readonly redacted?: string } }
  | { readonly kind: 'call'; readonly call: ModelCall }
  | { readonly kind: 'result'; readonly id: string; readonly name: string; readonly text: string; readonly isError: boolean };

/** One answer of the model; an SDK that runs tools by itself gives several. */
export interface ResponseStep {
  readonly id: string | undefined;
  readonly parts: readonly ResponsePart[];
}
