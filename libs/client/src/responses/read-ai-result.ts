import { readAiPart, type AiPart } from './ai-parts.ts';
import { nameCall } from './read-openai-response.ts';
import { joinTexts, type ResponsePart, type ResponseStep } from './response-parts.ts';

interface AiStep {
  readonly content: readonly { readonly type: string }[];
  readonly response?: { readonly id?: string; readonly modelId?: string };
  /** Reason of the vendor for the end of the step; since version 6 of `ai`. */
  readonly rawFinishReason?: string | undefined;
}

/** Result of `generateText`, or of `streamText`, whose steps arrive when the stream has ended. */
export interface AiResult {
  readonly steps: readonly AiStep[] | PromiseLike<readonly AiStep[]>;
}

export async function readAiSteps({ steps }: AiResult): Promise<ResponseStep[]> {
  return (await steps).map(({ content, response, rawFinishReason }) => ({
    id: response?.id,
    parts: joinTexts((content as readonly AiPart[]).flatMap((part, at) => readNamed(part, at, response?.modelId))),
    isPaused: rawFinishReason === 'pause_turn',
  }));
}

function readNamed(part: AiPart, at: number, model: string | undefined): ResponsePart[] {
  return readAiPart(part, false, model).map((read) => (read.kind === 'call' ? { ...read, call: nameCall(read.call, at) } : read));
}
