import { readAiPart, type AiPart } from './ai-parts.ts';
import { nameCall } from './read-openai-response.ts';
import { cutLastCall, joinTexts, type ResponsePart, type ResponseStep } from './response-parts.ts';

interface AiMessage {
  readonly role: string;
  readonly content: unknown;
}

interface AiStep {
  readonly content: readonly { readonly type: string }[];
  readonly response?: { readonly id?: string; readonly modelId?: string; readonly messages?: readonly AiMessage[] };
  readonly finishReason?: string;
  /** Reason of the vendor for the end of the step; since version 6 of `ai`. */
  readonly rawFinishReason?: string | undefined;
}

/** Result of `generateText`, or of `streamText`, whose steps arrive when the stream has ended. */
export interface AiResult {
  readonly steps: readonly AiStep[] | PromiseLike<readonly AiStep[]>;
}

/** Why a step may end within a call. */
const CUTS: ReadonlySet<string> = new Set(['length', 'content-filter']);

export async function readAiSteps({ steps }: AiResult): Promise<ResponseStep[]> {
  return (await steps).map(({ content, response, finishReason, rawFinishReason }) => {
    const told = toldResults(response?.messages ?? []);
    const parts = joinTexts(
      (content as readonly AiPart[]).flatMap((part, at) => toldOf(part, told) ?? readNamed(part, at, response?.modelId)),
    );
    return {
      parts: cutLastCall(parts, finishReason && CUTS.has(finishReason) ? (rawFinishReason ?? finishReason) : undefined),
      isPaused: rawFinishReason === 'pause_turn',
    };
  });
}

/** Results by call as the model gets them: a tool may tell it other than it gave (`toModelOutput`). */
function toldResults(messages: readonly AiMessage[]): ReadonlyMap<string, AiPart> {
  const parts = messages.flatMap(({ role, content }) => (role === 'tool' && Array.isArray(content) ? (content as AiPart[]) : []));
  return new Map(parts.flatMap((part) => (part.type === 'tool-result' && part.toolCallId ? [[part.toolCallId, part] as const] : [])));
}

function toldOf({ type, toolCallId = '' }: AiPart, told: ReadonlyMap<string, AiPart>): ResponsePart[] | undefined {
  const part = type === 'tool-result' ? told.get(toolCallId) : undefined;
  return part && readAiPart(part, true);
}

function readNamed(part: AiPart, at: number, model: string | undefined): ResponsePart[] {
  return readAiPart(part, false, model).map((read) => (read.kind === 'call' ? { ...read, call: nameCall(read.call, at) } : read));
}
