import type { LanguageModelMiddleware } from 'ai';

// The package `ai` gives the types of its providers by those of its middleware.
export type CallParams = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['transformParams']>>>;
export type Prompt = CallParams['prompt'];
export type GenerateResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>;
export type StreamPart =
  Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>['stream'] extends ReadableStream<infer P> ? P : never;
