import type { ModelWindow } from '@total-recall/proxy';
import type { Settings } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import { readSettings, type CommandContext, type Overrides } from '../../command-context.ts';
import { modelWindow, placeName, several, tokensFrom, wholeNumber } from '../../option-values.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

/** Flags of the proxy that override a variable of the proxy in a service. */
export interface ProxyFlags {
  readonly space?: string;
  readonly port?: number;
  readonly openaiUrl?: string;
  readonly anthropicUrl?: string;
  readonly window?: number;
  readonly modelWindow?: readonly ModelWindow[];
  readonly answerMb?: number;
  readonly tools: boolean;
  readonly allowOrigin?: readonly string[];
}

/** Settings of the proxy, from flags, else from the variables, else by default. */
export interface ProxySettings {
  readonly space: string;
  readonly port: number;
  readonly openaiUrl: string;
  readonly anthropicUrl: string;
  readonly windowTokens?: number;
  readonly modelWindows: readonly ModelWindow[];
  readonly answerMb: number;
  readonly addsTools: boolean;
  readonly origins: readonly string[];
}

/** The service does not serve a proxy by default; the command always does. */
const DEFAULT_PORT = 8424;

/** Adds the flags of `ProxyFlags`. None has a default here: where a flag is absent, its variable counts. */
export function withProxyFlags(command: Command): Command {
  return command
    .addOption(fallingBack('--space <name>', 'the space for callers that name none', 'SPACE', DEFAULT_SPACE).argParser(placeName))
    .addOption(fallingBack('--port <number>', 'the port, 0 for any free port', 'PORT', DEFAULT_PORT).argParser(wholeNumber(0, 65_535)))
    .addOption(fallingBack('--openai-url <address>', 'the OpenAI API, or a compatible one', 'OPENAI_URL', 'https://api.openai.com'))
    .addOption(
      fallingBack('--anthropic-url <address>', 'the Anthropic API, or a compatible one', 'ANTHROPIC_URL', 'https://api.anthropic.com'),
    )
    .addOption(
      fallingBack('--window <tokens>', "largest window of a call, if smaller than the model's, such as 32K", 'WINDOW_TOKENS').argParser(
        tokensFrom(4_096),
      ),
    )
    .addOption(
      fallingBack(
        '--model-window <name=tokens>',
        'window of models whose names start with this, instead of the built-in value; repeatable',
        'MODEL_WINDOWS',
      ).argParser(several(modelWindow)),
    )
    .addOption(
      fallingBack(
        '--answer-mb <number>',
        'largest answer in MiB that the proxy reads; a larger one is passed on unread',
        'ANSWER_MB',
        64,
      ).argParser(wholeNumber(1, 256)),
    )
    .addOption(new Option('--no-tools', 'do not add the tools recall and open to calls (TOTAL_RECALL_PROXY_TOOLS=off)'))
    .addOption(
      fallingBack('--allow-origin <name>', 'accept requests from web pages of this host', 'ORIGINS').argParser(several(lowerCase)),
    );
}

/**
 * Reads the settings of the proxy: a flag overrides its variable. A value that the proxy in a service would refuse is
 * refused here with the same words.
 */
export function readProxySettings(flags: ProxyFlags, { io }: Pick<CommandContext, 'io'>): ProxySettings {
  return proxySettingsOf(readSettings(io, overridesOf(flags)));
}

function proxySettingsOf(settings: Settings): ProxySettings {
  const { proxyPort, proxyWindowTokens: windowTokens } = settings;
  return {
    space: settings.proxySpace,
    port: proxyPort === 'off' ? DEFAULT_PORT : proxyPort,
    openaiUrl: settings.proxyOpenaiUrl,
    anthropicUrl: settings.proxyAnthropicUrl,
    ...(windowTokens !== undefined && { windowTokens }),
    modelWindows: settings.proxyModelWindows,
    answerMb: settings.proxyAnswerMb,
    addsTools: settings.proxyTools,
    origins: settings.proxyOrigins,
  };
}

function overridesOf(flags: ProxyFlags): Overrides {
  const { space, port, openaiUrl, anthropicUrl, window, modelWindow: windows, answerMb, tools, allowOrigin } = flags;
  return {
    TOTAL_RECALL_PROXY_SPACE: { flag: '--space', value: space },
    TOTAL_RECALL_PROXY_PORT: { flag: '--port', value: port?.toString() },
    TOTAL_RECALL_PROXY_OPENAI_URL: { flag: '--openai-url', value: openaiUrl },
    TOTAL_RECALL_PROXY_ANTHROPIC_URL: { flag: '--anthropic-url', value: anthropicUrl },
    TOTAL_RECALL_PROXY_WINDOW_TOKENS: { flag: '--window', value: window?.toString() },
    TOTAL_RECALL_PROXY_MODEL_WINDOWS: {
      flag: '--model-window',
      value: windows?.map(({ name, tokens }) => `${name}=${tokens}`).join(','),
    },
    TOTAL_RECALL_PROXY_ANSWER_MB: { flag: '--answer-mb', value: answerMb?.toString() },
    TOTAL_RECALL_PROXY_TOOLS: { flag: '--no-tools', value: tools ? undefined : 'off' },
    TOTAL_RECALL_PROXY_ORIGINS: { flag: '--allow-origin', value: allowOrigin?.join(',') },
  };
}

/** Makes an option whose help names the variable that counts in its absence, and what counts in the absence of both. */
function fallingBack(flags: string, description: string, variable: string, byDefault?: string | number): Option {
  const absent = byDefault === undefined ? '' : `; default ${byDefault}`;
  return new Option(flags, `${description} (TOTAL_RECALL_PROXY_${variable}${absent})`);
}

export function lowerCase(text: string): string {
  return text.trim().toLowerCase();
}
