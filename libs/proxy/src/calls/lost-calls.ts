import type { OwnCall, ToolAnswer } from '../answers/answer-form.ts';
import { roundOf } from '../answers/responses-round.ts';
import { nameOwnTools } from '../dialects/own-tools.ts';
import { roleOf } from '../dialects/responses-items.ts';
import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import { isRecord, parseRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { AgentCall } from '../window/plan-call.ts';

/** Words of the vendor's refusal of a request that leaves a call without its result. */
const NO_OUTPUT = /No tool output found for function call/;

/**
 * Calls of ours in an answer that this process does not know any more, as it was restarted. The vendor goes on from such an
 * answer once each of its calls has a result, and the agent was never told of ours.
 */
export interface LostCalls {
  /** The answer that the request goes on from, by the vendor's name. */
  readonly responseId: string;
  /** Returns true for a refusal, as the vendor wrote it, for a call without a result. */
  refuses(refusal: string): boolean;
  /**
   * Returns the request with results of the calls of ours, made anew; `gone` where the agent was told more behind them than
   * the vendor has by this name, and undefined where none of ours is without a result.
   */
  body(answer: JsonRecord): Promise<Buffer | 'gone' | undefined>;
}

/** Finds what may be lost of the answer that a request goes on from; undefined where it names none. */
export function lostCalls(call: AgentCall, answer: (calls: readonly OwnCall[]) => Promise<readonly ToolAnswer[]>): LostCalls | undefined {
  const { dialect, body, text } = call;
  const responseId = dialect.name === 'responses' ? body.previous_response_id : undefined;
  const names = nameOwnTools(dialect, body);
  if (typeof responseId !== 'string' || !names) return undefined;
  return {
    responseId,
    refuses(refusal) {
      const error = parseRecord(refusal)?.error;
      return isRecord(error) && NO_OUTPUT.test(String(error.message));
    },
    async body(held) {
      const results = recordsIn(body.input).filter((item) => roleOf(item) === 'tool');
      const answered = new Set(results.map(({ call_id: id }) => id));
      const round = roundOf(held, names);
      const own = round.own.filter(({ id }) => !answered.has(id));
      if (own.length === 0) return undefined;
      // An answer ends where it asks the agent for something. Behind any other came more, of which the agent was told.
      if (round.others === 0) return 'gone';
      return Buffer.from(withResults(text, await answer(own)));
    },
  };
}

function withResults(text: string, answers: readonly ToolAnswer[]): string {
  const { from, to } = fieldSpans(text).get('input')!;
  const results = answers.map(({ call, text: output }) => JSON.stringify({ type: 'function_call_output', call_id: call.id, output }));
  return withFields(text, { input: `[${[...results, ...elementTexts(text.slice(from, to))].join(',')}]` });
}
