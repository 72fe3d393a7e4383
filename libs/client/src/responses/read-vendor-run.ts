import { attachmentIn } from '../events/attached-files.ts';
import { textOf } from './ai-parts.ts';
import type { ResponsePart } from './response-parts.ts';

/** A call that OpenAI ran itself, with its result, as an item of the Responses API. */
export interface VendorRun {
  readonly type: string;
  readonly id?: string;
  readonly status?: string | null;
  readonly name?: string;
  readonly arguments?: unknown;
  /** Outcome of a call to an MCP server. */
  readonly output?: unknown;
  readonly error?: unknown;
  readonly action?: { readonly sources?: unknown } | null;
  readonly queries?: unknown;
  readonly results?: unknown;
  readonly code?: string | null;
  readonly outputs?: unknown;
  /** A generated picture in base64, and how it was asked for. */
  readonly result?: string | null;
  readonly revised_prompt?: string | null;
  readonly output_format?: string;
}

/** Name of the tool, the arguments of the call, and what it gave. */
type Reader = (item: VendorRun) => { readonly name: string; readonly given: unknown; readonly found?: unknown };

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['mcp_call', ({ name = 'mcp', arguments: given, output, error }) => ({ name, given, found: error ?? output })],
  ['web_search_call', ({ action }) => ({ name: 'web_search', given: { ...action, sources: undefined }, found: action?.sources })],
  ['file_search_call', ({ queries, results }) => ({ name: 'file_search', given: { queries }, found: results })],
  ['code_interpreter_call', ({ code, outputs }) => ({ name: 'code_interpreter', given: { code }, found: outputs })],
  ['image_generation_call', ({ revised_prompt: prompt }) => ({ name: 'image_generation', given: { prompt } })],
]);

/** Reads such an item as a call and its result; nothing for items of other types. */
export function readVendorRun(item: VendorRun): ResponsePart[] {
  const { id, type, status, error, result, output_format: format = 'png' } = item;
  const read = READERS.get(type)?.(item);
  if (!read || !id) return [];
  const { name, given, found } = read;
  const file = result ? attachmentIn(`image/${format}`, result) : undefined;
  return [
    {
      kind: 'call',
      call: { id, name, arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}) },
      providerExecuted: true,
    },
    {
      kind: 'result',
      id,
      name,
      // The vendor tells what a search found only where the request includes it.
      text: file ? '' : textOf(found ?? status ?? undefined),
      isError: status === 'failed' || (error !== undefined && error !== null),
      ...(file && { files: [file] }),
    },
  ];
}
