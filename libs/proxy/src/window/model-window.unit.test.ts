import { expect, it } from 'vitest';
import { modelWindow } from './model-window.ts';

it.each([
  // The vendor refuses more than 272,000 tokens of a request, though the window has 400,000.
  ['gpt-5', undefined, 272_000],
  ['openai/gpt-5.2-codex', 100_000, 272_000],
  ['gpt-5-mini', 200_000, 200_000],
  ['gpt-5.1-chat-latest', undefined, 128_000],
  ['claude-opus-4-1', 32_000, 168_000],
  ['claude-opus-4-1', 190_000, 100_000],
  // Some servers take -1 for an answer without a bound.
  ['a-model-of-tomorrow', -1, 128_000],
] as const)('a request to %s whose answer may take %s has room for %s tokens', (model, outputTokens, tokens) => {
  expect(modelWindow(model, outputTokens)).toBe(tokens);
});
