import type { Embedding, EmbeddingInput } from '@total-recall/ports';

/** Texts of one call and its unfinished results. */
export interface EmbedCall {
  readonly inputs: readonly EmbeddingInput[];
  readonly tokens: boolean;
  readonly results: Embedding[];
  /** Index of the next text to hand out. */
  next: number;
  open: number;
  readonly done: (error?: unknown) => void;
}

/** Texts of one call that a thread takes at once. */
export interface Share {
  readonly call: EmbedCall;
  readonly from: number;
  readonly inputs: readonly EmbeddingInput[];
}

/** Queue of waiting calls: those with a query first, each group in order of arrival. */
export interface WorkQueue {
  add(call: EmbedCall): void;
  /** Takes the next texts, at least one, and few enough that a query does not wait long behind them. */
  take(): Share | undefined;
  /** Removes what is left of a failed call. */
  drop(call: EmbedCall): void;
}

function lengthOf({ text, before = '' }: EmbeddingInput): number {
  return text.length + before.length;
}

export function createWorkQueue(limits: { readonly maxTexts: number; readonly maxCharacters: number }): WorkQueue {
  const urgent: EmbedCall[] = [];
  const patient: EmbedCall[] = [];

  function takeFrom(waiting: EmbedCall[]): Share | undefined {
    const call = waiting[0];
    if (!call) return undefined;
    const from = call.next;
    let characters = 0;
    do {
      characters += lengthOf(call.inputs[call.next]!);
      call.next += 1;
    } while (
      call.next < call.inputs.length &&
      call.next - from < limits.maxTexts &&
      characters + lengthOf(call.inputs[call.next]!) <= limits.maxCharacters
    );
    if (call.next === call.inputs.length) waiting.shift();
    return { call, from, inputs: call.inputs.slice(from, call.next) };
  }

  return {
    add(call) {
      (call.inputs.some(({ kind }) => kind === 'query') ? urgent : patient).push(call);
    },
    take: () => takeFrom(urgent) ?? takeFrom(patient),
    drop(call) {
      for (const waiting of [urgent, patient]) {
        const place = waiting.indexOf(call);
        if (place >= 0) waiting.splice(place, 1);
      }
    },
  };
}
