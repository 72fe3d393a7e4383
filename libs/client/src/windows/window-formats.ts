import { toAiWindow, type AiWindow } from './ai-window.ts';
import { toDeepSeekWindow } from './deepseek-window.ts';
import type { BodyWire, ReplyWire } from '../calls/json-call.ts';
import { toResponsesWindow } from './responses-window.ts';
import type { AnthropicWindow, DeepSeekWindow, OpenAiWindow, ResponsesWindow } from './vendor-messages.ts';

/** Forms of a window: its blocks alone, or with messages for a vendor's SDK beside them. */
export interface WindowFormats {
  blocks: unknown;
  openai: { readonly openai: OpenAiWindow };
  'openai-responses': { readonly responses: ResponsesWindow };
  deepseek: { readonly deepseek: DeepSeekWindow };
  anthropic: { readonly anthropic: AnthropicWindow };
  ai: { readonly ai: AiWindow };
}
export type WindowFormat = keyof WindowFormats;

export type WindowRequest<F extends WindowFormat> = Omit<BodyWire<'assembleWindow'>, 'format'> & { readonly format?: F };
/** The window for the model's next turn, with the part of its format: `openai`, `responses`, `deepseek`, `anthropic` or `ai`. */
export type Window<F extends WindowFormat> = Omit<ReplyWire<'assembleWindow'>, 'openai' | 'anthropic'> & WindowFormats[F];

/** Returns the format to request from the service; the client derives the others from it. */
export function wireFormat(format: WindowFormat): 'blocks' | 'openai' | 'anthropic' {
  if (!Object.hasOwn(WIRE_FORMATS, format))
    throw new TypeError(`window has no format ${String(format)}: it is one of ${Object.keys(WIRE_FORMATS).join(', ')}.`);
  return WIRE_FORMATS[format];
}

const WIRE_FORMATS = {
  blocks: 'blocks',
  openai: 'openai',
  'openai-responses': 'openai',
  deepseek: 'openai',
  anthropic: 'anthropic',
  ai: 'anthropic',
} as const;

export function toWindow<F extends WindowFormat>(format: F, reply: ReplyWire<'assembleWindow'>): Window<F> {
  const { openai: _openai, anthropic: _anthropic, ...rest } = reply;
  return { ...rest, ...partOf(format, reply) } as Window<F>;
}

function partOf(format: WindowFormat, { openai, anthropic, blocks, renamed }: ReplyWire<'assembleWindow'>): object {
  if (openai) {
    const window = withoutEmptyTools(openai) as OpenAiWindow;
    if (format === 'openai-responses') return { responses: toResponsesWindow(window, blocks, renamed?.calls) };
    return format === 'deepseek' ? { deepseek: toDeepSeekWindow(window, blocks, renamed?.calls) } : { openai: window };
  }
  if (!anthropic) return {};
  const window = withoutEmptyTools(anthropic) as AnthropicWindow;
  return format === 'ai' ? { ai: toAiWindow(window, blocks, renamed?.calls) } : { anthropic: window };
}

/** Drops an empty list of tools, which the vendors refuse. */
function withoutEmptyTools<W extends { readonly tools: readonly unknown[] }>({ tools, ...window }: W): object {
  return tools.length > 0 ? { ...window, tools } : window;
}
