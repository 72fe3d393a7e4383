import { flatContent } from './content-blocks.ts';
import { sourceOf, type DocumentReader, type ImportInput } from './import-input.ts';
import { isRecord, labelOf, nameOf, stemOf, textOf, type JsonRecord } from './json-values.ts';
import { createSessionDraft, type SessionDraft } from './session-draft.ts';

const DIRECTED = /^(.{1,100}?) \((thought|termination condition|-> .{1,100})\)$/;
const EXECUTION = /^exitcode: (-?\d+)/;
const CODE_BLOCK = /```/;

/**
 * Reads who-and-when logs of several agents. Only `history` and the agents' system prompts are used: question, ground
 * truth and everything about the mistake are labels. A message of the code executor is the result of the code in the
 * message before it.
 */
export const readWhoAndWhen: DocumentReader = (value, input) => {
  const holder = isRecord(value) ? value : {};
  const session = nameOf(stemOf(input.name), input.shortHash);
  const draft = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
  addPersonas(draft, holder.system_prompt);
  if (!Array.isArray(holder.history)) {
    input.report.skip(1, 'no history');
    return [draft];
  }
  const named = holder.history.some((item) => isRecord(item) && item.role === 'human');
  let codeFrom: string | undefined;
  holder.history.forEach((item, index) => {
    const line = index + 1;
    if (!isRecord(item)) return input.report.skip(line, 'not a message');
    codeFrom = addItem(draft, item, { line, input, isTask: named ? item.role === 'human' : index === 0, codeFrom });
  });
  return [draft];
};

function addPersonas(draft: SessionDraft, prompts: unknown): void {
  if (typeof prompts === 'string' && prompts !== '') draft.add('system_note', prompts, { line: 1, isSystem: true });
  if (!isRecord(prompts)) return;
  for (const [agent, prompt] of Object.entries(prompts)) {
    const text = textOf(prompt);
    if (text !== undefined && agent !== '') draft.add('system_note', text, { line: 1, isSystem: true, meta: { agent: labelOf(agent) } });
  }
}

/** Adds one message. Returns the speaker where the message holds code that an executor may answer. */
function addItem(
  draft: SessionDraft,
  item: JsonRecord,
  at: { line: number; input: ImportInput; isTask: boolean; codeFrom?: string },
): string | undefined {
  const { line, input } = at;
  const { text } = flatContent(item.content, line, input.report);
  if (text === '') {
    input.report.skip(line, 'empty content');
    return at.codeFrom;
  }
  const { agent, tags } = speakerOf(textOf(item.name) ?? textOf(item.role) ?? 'unknown');
  const exit = EXECUTION.exec(text);
  if (exit && at.codeFrom !== undefined) {
    const id = `execution-${line}`;
    draft.addCall(
      { id, name: 'execute_code', arguments: JSON.stringify({ codeOf: at.codeFrom }) },
      { line, messageId: id, meta: { agent: at.codeFrom } },
    );
    draft.addResult({ callId: id, text, isError: exit[1] !== '0' }, { line, meta: { agent } });
    return undefined;
  }
  const meta = { agent, ...(tags.length > 0 && { tags }) };
  if (at.isTask) draft.add('user_message', text, { line, meta });
  else draft.add('agent_message', text, { line, messageId: `message-${line}`, meta });
  return CODE_BLOCK.test(text) ? agent : undefined;
}

/**
 * Splits a role: `Orchestrator (-> WebSurfer)` is the orchestrator delegating, `Orchestrator (thought)` is its
 * thinking.
 */
function speakerOf(role: string): { agent: string; tags: string[] } {
  const match = DIRECTED.exec(role);
  if (!match) return { agent: labelOf(role), tags: [] };
  const what = match[2]!;
  return { agent: match[1]!, tags: [what.startsWith('->') ? 'delegation' : what.replaceAll(' ', '_')] };
}
