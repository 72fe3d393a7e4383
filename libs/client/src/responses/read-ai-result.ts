import { readAiPart, type AiPart } from './ai-parts.ts';
import { nameCall } from './read-openai-response.ts';
import type { ResponsePart, ResponseStep } from './response-parts.ts';

interface AiStep {
  readonly content: readonly { readonly type: string }[];
  readonly response?: { readonly id?: string; readonly modelId?: string };
}

/** Result of `generateText`, or of `streamText`, whose steps arrive when the stream has ended. */
export interface AiResult {
  readonly steps: readonly AiStep[] | PromiseLike<readonly AiStep[]>;
}

export async function readAiSteps({ steps }: AiResult): Promise<ResponseStep[]> {
  return (await steps).map(({ content, response }) => ({
    id: response?.id,
    parts: (content as readonly AiPart[]).flatMap((part, at) => readNamed(part, at, response?.modelId)),
  }));
}

function readNamed(part: AiPart, at: number, model: string | undefined): ResponsePart[] {
  return readAiPart(part, false, model).map((read) => (read.kind === 'call' ? { ...read, call: nameCall(read.call, at) } : read));
}
