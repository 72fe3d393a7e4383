import { MAX_WINDOW_TOKENS } from '@total-recall/domain';
import { z } from 'zod';
import { flag, integer, list, NAME, PLAIN_URL, textOr, URL_EXPECTED, type ConfigTable } from './config-variable.ts';

/** An answer is read as one string, of which Node.js holds 512 MiB at most, and so is what is made of it. */
const MOST_ANSWER_MB = 256;

/** A model's name, or how it begins, and its window: `NAME=TOKENS`. */
export const MODEL_WINDOW = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,127}=\d{1,8}$/)
  .transform((text) => {
    const at = text.indexOf('=');
    return { name: text.slice(0, at), tokens: Number(text.slice(at + 1)) };
  })
  .pipe(z.object({ name: z.string(), tokens: z.number().int().min(4_096).max(MAX_WINDOW_TOKENS) }));

/** Variables of the proxy before the vendors' APIs, for the standalone service and the gateway. */
export const PROXY_VARIABLES = {
  TOTAL_RECALL_PROXY_PORT: {
    key: 'proxyPort',
    schema: z
      .string()
      .regex(/^(off|\d{1,5})$/)
      .transform((port) => (port === 'off' ? port : Number(port)))
      .pipe(z.union([z.literal('off'), z.number().int().max(65_535)])),
    expected: '`off` or a port',
    default: 'off',
    description:
      'Port of the proxy for the OpenAI and Anthropic APIs, with the address and the certificate of the API; 0 lets the system choose. Each caller sends an API key of the service. `total-recall proxy` reads this variable and those below where their flags are absent; it listens on 8424 if this is `off`.',
  },
  TOTAL_RECALL_PROXY_OPENAI_URL: textOr(
    'proxyOpenaiUrl',
    'https://api.openai.com',
    PLAIN_URL,
    URL_EXPECTED,
    'The proxy: address of the OpenAI API, or a compatible one.',
  ),
  TOTAL_RECALL_PROXY_ANTHROPIC_URL: textOr(
    'proxyAnthropicUrl',
    'https://api.anthropic.com',
    PLAIN_URL,
    URL_EXPECTED,
    'The proxy: address of the Anthropic API, or a compatible one.',
  ),
  TOTAL_RECALL_PROXY_SPACE: textOr('proxySpace', 'main', NAME, 'a name', 'The proxy: the space of calls that name none.'),
  TOTAL_RECALL_PROXY_WINDOW_TOKENS: {
    key: 'proxyWindowTokens',
    schema: z
      .string()
      .regex(/^\d{1,8}$/)
      .transform(Number)
      .pipe(z.number().int().min(4_096).max(MAX_WINDOW_TOKENS)),
    expected: `a whole number from 4096 to ${MAX_WINDOW_TOKENS}`,
    defaultText: "the model's own",
    description: 'The proxy: largest window of a call.',
  },
  TOTAL_RECALL_PROXY_MODEL_WINDOWS: {
    key: 'proxyModelWindows',
    schema: z
      .string()
      .transform((items) => (items === '' ? [] : items.split(',')))
      .pipe(z.array(MODEL_WINDOW).max(200)),
    expected: '`NAME=TOKENS`, with commas between them, from 4096 to 4000000 tokens',
    default: '',
    description:
      'The proxy: windows of models whose names start with NAME, instead of the built-in ones. The longest matching name counts.',
  },
  TOTAL_RECALL_PROXY_ANSWER_MB: integer(
    'proxyAnswerMb',
    64,
    1,
    MOST_ANSWER_MB,
    'The proxy: largest answer in MiB that is read, over all its rounds and decompressed. A larger one is passed on unread and not recorded. All answers together may take four times as much memory.',
  ),
  TOTAL_RECALL_PROXY_TOOLS: flag('proxyTools', true, 'The proxy: adds the tools recall and open to calls.'),
  TOTAL_RECALL_PROXY_ORIGINS: list(
    'proxyOrigins',
    '[a-z0-9.-]{1,253}',
    'host names, with commas between them',
    'The proxy: host names of web pages that may call it.',
  ),
} as const satisfies ConfigTable;
