import { choice, integer, PLAIN_URL, secret, text, URL_EXPECTED, type ConfigTable } from './config-variable.ts';

/** Variables of the language model that consolidation may ask. */
export const LLM_VARIABLES = {
  TOTAL_RECALL_LLM: choice(
    'llm',
    ['off', 'openai', 'anthropic'],
    'Whether consolidation also asks a language model, at an endpoint with the OpenAI or the Anthropic API; the text of events is sent there. `off` uses only rules.',
  ),
  TOTAL_RECALL_LLM_URL: text(
    'llmUrl',
    PLAIN_URL,
    URL_EXPECTED,
    'That endpoint, without `/chat/completions` or `/messages`, such as `https://api.anthropic.com/v1`.',
  ),
  TOTAL_RECALL_LLM_MODEL: text('llmModel', /^[\x21-\x7e]{1,200}$/, 'the name of a model', 'Model of the endpoint.'),
  TOTAL_RECALL_LLM_KEY: secret('llmKey', /^[\x21-\x7e]{1,4096}$/, 'a key', 'Key of the endpoint.'),
  TOTAL_RECALL_LLM_TIMEOUT_MS: integer('llmTimeoutMs', 60_000, 100, 600_000, 'Time limit of one attempt in milliseconds.'),
  TOTAL_RECALL_LLM_OUTPUT_TOKENS: integer('llmOutputTokens', 4_096, 256, 65_536, 'Most tokens of one answer.'),
  TOTAL_RECALL_LLM_SWEEP_CALLS: integer('llmSweepCalls', 20, 1, 10_000, 'Most model calls of one sweep of a space.'),
  TOTAL_RECALL_LLM_SWEEP_TOKENS: integer(
    'llmSweepTokens',
    200_000,
    1_000,
    1_000_000_000,
    'Tokens of calls and answers after which a sweep of a space makes no more calls.',
  ),
  TOTAL_RECALL_LLM_DAY_CALLS: integer('llmDayCalls', 500, 1, 1_000_000, 'Most model calls for one tenant per day (UTC).'),
  TOTAL_RECALL_LLM_DAY_TOKENS: integer(
    'llmDayTokens',
    2_000_000,
    1_000,
    1_000_000_000_000,
    'Tokens of calls and answers after which no more calls are made for a tenant on that day (UTC).',
  ),
  TOTAL_RECALL_LLM_INPUT_PRICE: integer(
    'llmInputPrice',
    0,
    0,
    1_000_000_000,
    'Price of a million input tokens, in thousandths of a unit of your currency, for the cost metric.',
  ),
  TOTAL_RECALL_LLM_OUTPUT_PRICE: integer('llmOutputPrice', 0, 0, 1_000_000_000, 'Price of a million output tokens, in the same unit.'),
} as const satisfies ConfigTable;
