import {
  closingSteps,
  FRAMING_TOKENS,
  neutraliseSteps,
  MOST_OPENAI_TOOLS,
  OPEN_TOOL,
  NOTE_TOOLS,
  RECALL_TOOL,
  recallLine,
  toAnthropicTool,
  toOpenAiTool,
  UPDATE_TASK_STATE_TOOL,
  type CountedBlock,
  type NoteTools,
  type WindowRequest,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { createLruMap, hashHex, inSlices } from '@total-recall/runtime';

export interface CountedCaller {
  readonly blocks: readonly CountedBlock[];
  readonly tools: readonly unknown[];
  readonly toolTokens: number;
  /** Tools that notes and markers name. */
  readonly noteTools: NoteTools;
}

type Caller = Omit<CountedBlock, 'tokens'>;

const REMEMBERED_TEXTS = 2_000;

/** Renders and counts the caller's blocks, without holding up other requests. A system prompt that comes with every turn is counted once. */
export function createCallerCounter(tokens: TokenCounter) {
  // Keyed by hash: the texts may be large, and are the caller's.
  const known = createLruMap<number>(REMEMBERED_TEXTS);
  async function count(family: string, texts: readonly string[]): Promise<number[]> {
    const keys = texts.map((text) => hashHex(family, '\n', text));
    // Taken before the wait: calls beside this one may push them out.
    const found = keys.map((key) => known.get(key));
    const missing = new Map(keys.flatMap((key, at) => (found[at] === undefined ? [[key, texts[at]!] as const] : [])));
    const counts = missing.size > 0 ? await tokens.count(family, [...missing.values()]) : [];
    const fresh = new Map([...missing.keys()].map((key, at) => [key, counts[at]!]));
    for (const [key, size] of fresh) known.set(key, size);
    return keys.map((key, at) => found[at] ?? fresh.get(key)!);
  }
  return async function countCaller(request: WindowRequest, family: string): Promise<CountedCaller> {
    const own = ownToolsOf(request);
    const noteTools = noteToolsOf(request, own);
    const blocks = await inSlices(callerBlocks(request, own, noteTools));
    const tools = toolsOf(request, own.declared);
    const texts = [...blocks.map((block) => block.text), ...(tools.length > 0 ? [JSON.stringify(tools)] : [])];
    const counts = await count(family, texts);
    return {
      blocks: blocks.map((block, at) => ({ ...block, tokens: counts[at]! + FRAMING_TOKENS })),
      tools,
      toolTokens: tools.length > 0 ? counts.at(-1)! : 0,
      noteTools,
    };
  };
}

/** Renders the caller's texts in steps, each of which yields the number of characters looked at. */
function* callerBlocks(
  { blocks = {}, withoutRecallTool }: WindowRequest,
  { lacking }: OwnTools,
  noteTools: NoteTools,
): Generator<number, Caller[]> {
  const out: Caller[] = [];
  const add = (kind: Caller['kind'], text: string | undefined) => {
    if (text !== undefined && text.length > 0) out.push({ kind, text });
  };
  add('system', blocks.system);
  for (const skill of blocks.skills ?? []) add('skill', skill);
  for (const { path, text } of blocks.workspaceFiles ?? []) {
    const shown = yield* closingSteps(yield* neutraliseSteps(text), 'file');
    add('workspace_file', `<file path=${JSON.stringify(path)}>\n${shown}\n</file>`);
  }
  if (!withoutRecallTool && !lacking.has(RECALL_TOOL.name)) add('recall_line', recallLine(noteTools));
  add('user_message', blocks.userMessage && (yield* neutraliseSteps(blocks.userMessage)));
  return out;
}

type OwnTool = Parameters<typeof toOpenAiTool>[0];

interface OwnTools {
  readonly declared: readonly OwnTool[];
  /** Names of those that the model has not: a window would declare them, and the caller wants none or there is no room. */
  readonly lacking: ReadonlySet<string>;
}

/** Chooses the tools that we declare beside the caller's, most needed first. All vendors refuse two of one name, so the caller's wins. */
function ownToolsOf({ blocks: { tools = [] } = {}, format, withoutRecallTool }: WindowRequest): OwnTools {
  const taken = new Set(tools.map(nameOfTool));
  const wanted: OwnTool[] = [RECALL_TOOL, OPEN_TOOL, UPDATE_TASK_STATE_TOOL].filter(({ name }) => !taken.has(name));
  const most = format === 'openai' ? Math.max(0, MOST_OPENAI_TOOLS - tools.length) : wanted.length;
  const room = withoutRecallTool ? 0 : most;
  return { declared: wanted.slice(0, room), lacking: new Set(wanted.slice(room).map(({ name }) => name)) };
}

function toolsOf({ blocks = {}, format }: WindowRequest, own: readonly OwnTool[]): unknown[] {
  const wrap = format === 'openai' ? toOpenAiTool : format === 'anthropic' ? toAnthropicTool : (tool: unknown) => tool;
  return [...(blocks.tools ?? []), ...own.map((tool) => wrap(tool))];
}

/**
 * Returns the tools that the model has of ours. An `open` of the caller's that takes no reference is another tool, such as
 * a browser's.
 */
function noteToolsOf({ blocks = {} }: WindowRequest, { lacking }: OwnTools): NoteTools {
  const isOther = (tool: unknown): boolean => nameOfTool(tool) === OPEN_TOOL.name && !JSON.stringify(tool).includes('"ref"');
  const canOpen = !lacking.has(OPEN_TOOL.name) && !(blocks.tools ?? []).some(isOther);
  return { ...(!lacking.has(RECALL_TOOL.name) && { recall: NOTE_TOOLS.recall }), ...(canOpen && { open: NOTE_TOOLS.open }) };
}

function nameOfTool(tool: unknown): unknown {
  const { name, function: inner } = (tool ?? {}) as { readonly name?: unknown; readonly function?: { readonly name?: unknown } };
  return inner?.name ?? name;
}
