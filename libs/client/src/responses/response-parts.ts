import type { Attachment } from '../events/attached-files.ts';
import type { Seal } from '../windows/vendor-seals.ts';

/** A call that a model made. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; may be invalid. */
  readonly arguments: string;
  /** True for a call of a custom tool, whose arguments are a text of any form. */
  readonly isFreeText?: boolean;
  /** Why the vendor ended its answer within this call, such as `max_tokens`. Its arguments may lack their end: it is not run. */
  readonly cutBy?: string;
}

/**
 * A part of one answer, in order: a piece of the model's output, or a result that the vendor or the SDK produced by
 * itself.
 */
export type ResponsePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly seal?: Seal }
  | {
      readonly kind: 'call';
      readonly call: ModelCall;
      readonly seal?: Seal;
      /** True for a call that the vendor runs itself, such as a web search: nobody else has to answer it. */
      readonly providerExecuted?: boolean;
    }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
      readonly files?: readonly Attachment[];
    };

/** One response of the model. An SDK that runs tools by itself gives several. */
export interface ResponseStep {
  readonly parts: readonly ResponsePart[];
  /** True where the vendor broke off a long turn, and goes on with it when it is asked again. */
  readonly isPaused?: boolean;
}

/** Joins texts that stand side by side: a vendor splits a text in mid-sentence where it cites a source. */
export function joinTexts(parts: readonly ResponsePart[]): ResponsePart[] {
  const joined: ResponsePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

/** Marks the call that an answer ended with as cut, where the answer ended for `reason`. */
export function cutLastCall(parts: readonly ResponsePart[], reason: string | undefined): ResponsePart[] {
  const last = parts.findLastIndex(({ kind }) => kind !== 'result');
  return parts.map((part, at) =>
    at === last && part.kind === 'call' && reason !== undefined ? { ...part, call: { ...part.call, cutBy: reason } } : part,
  );
}
