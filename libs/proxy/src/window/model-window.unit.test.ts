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
  ['claude-opus-4-20250514', undefined, 200_000],
  ['claude-haiku-4-5-20251001', undefined, 200_000],
  ['claude-opus-4-6', 32_000, 968_000],
  ['anthropic/claude-sonnet-4.6', undefined, 1_000_000],
  ['claude-sonnet-5-5', undefined, 1_000_000],
  ['claude-mythos-5-1', undefined, 1_000_000],
  ['gpt-5.4', 128_000, 922_000],
  ['openai/gpt-5.5-2026-04-23', 200_000, 850_000],
  ['gpt-5.4-mini', undefined, 272_000],
  ['gpt-5.3-codex', undefined, 272_000],
  ['deepseek/deepseek-v4-pro', undefined, 1_000_000],
  ['deepseek-chat', undefined, 128_000],
  ['google/gemini-2.5-pro', undefined, 1_000_000],
  ['google/gemini-2.5-flash-image', undefined, 128_000],
  // Some servers take -1 for an answer without a bound.
  ['a-model-of-tomorrow', -1, 128_000],
] as const)('a request to %s whose answer may take %s has room for %s tokens', (model, outputTokens, tokens) => {
  expect(modelWindow(model, outputTokens)).toBe(tokens);
});

it.each([
  ['claude-opus-4-1', 1_000_000],
  ['claude-opus-4-6', 150_000],
  ['router/claude-opus-4-6', 120_000],
  ['other/Claude-Opus-4-6', 150_000],
  // The vendor's own limit of a request is not added to what was said.
  ['gpt-5', 300_000],
  ['gpt-5-mini', 90_000],
  ['a-model-of-tomorrow', 128_000],
] as const)('a window that was given takes the place of the known one: %s has %s', (model, tokens) => {
  const given = [
    { name: 'claude-opus', tokens: 1_000_000 },
    { name: 'claude-opus-4-6', tokens: 150_000 },
    { name: 'router/claude-opus-4', tokens: 120_000 },
    { name: 'gpt-5', tokens: 300_000 },
    { name: 'gpt-5-MINI', tokens: 80_000 },
    { name: 'gpt-5-mini', tokens: 90_000 },
  ];
  expect(modelWindow(model, 0, given)).toBe(tokens);
});

it('of a window that was given, the answer has its part', () => {
  expect(modelWindow('gpt-5', 50_000, [{ name: 'gpt-5', tokens: 300_000 }])).toBe(250_000);
});
