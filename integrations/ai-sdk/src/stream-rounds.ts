import type { LanguageModelMiddleware } from 'ai';
import type { GenerateResult, StreamPart } from './provider-types.ts';
import { answer, isOurs, paramsOf, reasonOf, type Round } from './rounds.ts';
import { joinUsage } from './usage.ts';

type Model = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['model'];
type Content = GenerateResult['content'];
type Finish = Extract<StreamPart, { type: 'finish' }>;

/** Streams the answers of the model as one, without the calls of the memory's tools, which are answered in between. */
export function streamRounds(round: Round, model: Model, first: ReadableStream<StreamPart>, maxRounds: number): ReadableStream<StreamPart> {
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
  /** True once nobody reads on, so that the model is asked no further. */
  let isLeft = false;
  async function* parts(): AsyncGenerator<StreamPart> {
    let stream = first;
    let usage: Finish['usage'] | undefined;
    for (let number = 1; ; number += 1) {
      const collected = collect(round);
      let finish: Finish | undefined;
      reader = stream.getReader();
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        if (value!.type === 'finish') finish = value as Finish;
        else if (collected.take(value!) && !(number > 1 && value!.type === 'stream-start')) yield named(value!, number);
      }
      if (!finish) return;
      usage = joinUsage(usage, finish.usage);
      if ((await answer(round, collected.content(), finish.finishReason, number > maxRounds)).isOver) {
        yield { ...finish, usage, finishReason: reasonOf(round, finish.finishReason) };
        return;
      }
      if (isLeft) return;
      ({ stream } = await model.doStream(await paramsOf(round, number >= maxRounds)));
      if (isLeft) return void (await stream.cancel());
    }
  }
  const source = parts();
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      isLeft = true;
      await reader?.cancel(reason);
    },
  });
}

/** Providers count their parts anew in each answer; the parts of one stream need names of their own. */
function named(part: StreamPart, number: number): StreamPart {
  if (number === 1 || !('id' in part) || !/^(text|reasoning)-/.test(part.type)) return part;
  return { ...part, id: `${number}-${String(part.id)}` } as StreamPart;
}

/** Gathers the content of a streamed answer and says which of its parts the caller sees. */
function collect(round: Round): { take(part: StreamPart): boolean; content(): Content } {
  const content: Content = [];
  const open = new Map<string, { text: string; providerMetadata?: object }>();
  const hidden = new Set<string>();
  return {
    content: () => content,
    take(part) {
      if (part.type === 'text-start' || part.type === 'reasoning-start') {
        const made = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '', ...metadataOf(part) };
        open.set(part.id, made);
        content.push(made as Content[number]);
      }
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') open.get(part.id)!.text += part.delta;
      if (/^(text|reasoning)-(delta|end)$/.test(part.type)) Object.assign(open.get((part as { id: string }).id)!, metadataOf(part));
      if (part.type === 'tool-call' || (part.type === 'tool-result' && part.preliminary !== true)) content.push(part as Content[number]);
      if (part.type === 'tool-input-start' && isOurs(round, part.toolName)) hidden.add(part.id);
      if (part.type === 'tool-call') return !isOurs(round, part.toolName);
      return !(part.type.startsWith('tool-input') && hidden.has((part as { id: string }).id));
    },
  };
}

function metadataOf(part: StreamPart): { providerMetadata?: object } {
  return 'providerMetadata' in part && part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
}
