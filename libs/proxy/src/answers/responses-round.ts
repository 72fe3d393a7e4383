import { roleOf, typeOf } from '../dialects/responses-items.ts';
import { recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import { ownTool, type OwnCall, type OwnToolNames, type Round, type Usage } from './answer-form.ts';
import { numberIn, sumUsage } from './usage.ts';

/** Items that a caller has to answer, where nothing in the answer does. */
const ASKING = /_call$|^mcp_approval_request$/;

/** Returns what a caller is told by a response, and by which name the vendor keeps it. */
export function toldIn({ id, output, store, status }: JsonRecord): JsonRecord {
  return { role: 'assistant', items: output, id, store, status };
}

export function usageOf(usages: readonly unknown[]): Usage {
  const usage = sumUsage(usages);
  const cached = numberIn(usage.input_tokens_details, 'cached_tokens');
  return { input: numberIn(usage, 'input_tokens') - cached, cached, output: numberIn(usage, 'output_tokens') };
}

/** True for a call of ours. One in a namespace is of a tool of the caller's, whatever its name. */
export function isOwn(item: JsonRecord, names: OwnToolNames | undefined): boolean {
  return item.type === 'function_call' && (item.namespace ?? null) === null && ownTool(names, item.name) !== undefined;
}

/** Returns the items of an answer that its caller sees: no call of ours, nor a thought that led to one which nobody answers. */
export function shownItems({ output, status }: JsonRecord, names: OwnToolNames | undefined): JsonRecord[] {
  const items = recordsIn(output);
  return items.filter((item, at) => !isOwn(status === 'incomplete' ? followed(items, at) : item, names));
}

/** Reads one response. Calls of ours in one that ended at a limit are neither answered nor sent back: they may lack their end. */
export function roundOf(answer: JsonRecord, names: OwnToolNames | undefined): Round {
  const output = recordsIn(answer.output);
  const isBroken = answer.status === 'incomplete';
  const own = output.flatMap((item): OwnCall[] => {
    const tool = isOwn(item, names) && !isBroken ? ownTool(names, item.name) : undefined;
    return tool ? [{ id: stringOr(item.call_id, ''), tool, arguments: stringOr(item.arguments, '') }] : [];
  });
  const answered = new Set(output.filter((item) => roleOf(item) === 'tool').map(({ call_id: id }) => id));
  const others = output.filter((item) => asks(item) && !isOwn(item, names) && !answered.has(item.call_id));
  // What is not stored is found by what is sent alone, so a thought without its content cannot go back.
  const known = answer.store === false ? output.filter((item) => typeOf(item) !== 'reasoning' || isSealed(item)) : output;
  const sent = isBroken ? known.filter((_, at) => !isOwn(followed(known, at), names)) : known;
  const cutsOwn = isBroken && output.some((item) => isOwn(item, names));
  return { message: { role: 'assistant', items: sent }, own, others: others.length, ...(cutsOwn && { cutsOwn }) };
}

/** Returns what a thought led to, and any other item itself. */
function followed(items: readonly JsonRecord[], at: number): JsonRecord {
  return items.slice(at).find((item) => typeOf(item) !== 'reasoning') ?? items[at]!;
}

function isSealed({ encrypted_content: sealed }: JsonRecord): boolean {
  return typeof sealed === 'string' && sealed !== '';
}

function asks(item: JsonRecord): boolean {
  const type = typeOf(item);
  return ASKING.test(type) && (typeof item.call_id === 'string' || type === 'mcp_approval_request');
}
