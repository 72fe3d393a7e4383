import { addLine } from './add-line.ts';
import { forkIdentity } from './branches.ts';
import { createReplayGate, type CodexLine } from './codex-replay.ts';
import { createCodexTurns, type CodexTurns } from './codex-turns.ts';
import { addParts, argumentsOf, contentParts, flatContent } from './content-blocks.ts';
import { sourceOf, type ImportInput, type RecordsReader } from './import-input.ts';
import { createImportReport } from './import-report.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { readRecords } from './read-lines.ts';
import { createSessionDraft, type DraftFrame, type DraftIdentity, type SessionDraft } from './session-draft.ts';

/** Texts that the program wrote in the name of the user, in versions that do not say so: one element, from end to end. */
const INSERTED = /^\s*<([a-z_]+)>[\s\S]*<\/\1>\s*$/;
/** Marks text that a hook brought in. It is in the log already, as what it was first. */
const OF_A_HOOK = 'hooks.additional_context';
/** Marks lines of the thread that one was forked from. They are in the log already, as those of that thread. */
const REPEATED = 'repeated_by_a_fork';
const OUTPUT = /^Output:$/m;
const EXIT_CODE = '"exit_code":';

/** The program writes one line for each item of a response; this is the line of the first. */
interface Response {
  line?: number;
}

/** A thread being read. */
interface Rollout {
  readonly input: ImportInput;
  readonly turns: CodexTurns;
  readonly response: Response;
  /** The thread itself, then its forks. */
  readonly drafts: SessionDraft[];
}

/** A thread, and the draft that its next record is added to. */
interface Open extends Rollout {
  readonly draft: SessionDraft;
}

/**
 * Reads rollouts of Codex CLI: a `session_meta`, then `{type: 'response_item', payload}` for each item of the Responses
 * API. A subagent has a file of its own, which names the thread that started it. What follows turns that were rolled
 * back is a fork. A forked thread names the one that it was forked from; what its file repeats of that is left out.
 */
export const readCodex: RecordsReader = (input) => {
  const records = readRecords(input.bytes, input.report);
  const first = records.next();
  if (first.done) return [];
  const { record } = first.value;
  const identity = identityOf(record, input);
  const rollout = openRollout(identity, input);
  const gate = createReplayGate(metaOf(record));
  addAll(rollout, [first.value]);
  for (const entry of records) {
    const { own, repeated } = gate.sort(entry);
    if (repeated.length > 0) leaveOut(rollout, repeated, identity);
    addAll(rollout, own);
  }
  addAll(rollout, gate.end());
  return rollout.drafts;
};

function openRollout(identity: DraftIdentity, input: ImportInput): Rollout {
  const main = createSessionDraft(identity, input.report);
  const drafts = [main];
  const turns = createCodexTurns(main, (place) => {
    const fork = createSessionDraft(forkIdentity(place), input.report);
    drafts.push(fork);
    return fork;
  });
  return { input, turns, response: {}, drafts };
}

function addAll(rollout: Rollout, lines: readonly CodexLine[]): void {
  const { turns, input } = rollout;
  for (const { line, record } of lines) {
    const rolledBack = rolledBackBy(record);
    if (rolledBack > 0) {
      turns.rollBack(rolledBack);
      continue;
    }
    const draft = turns.draftAt(line);
    addLine(draft, line, input.report, () => addRecord({ ...rollout, draft }, record, line));
  }
}

/** Leaves the sequences open that earlier versions gave to what is repeated. */
function leaveOut({ input, drafts }: Rollout, lines: readonly CodexLine[], identity: DraftIdentity): void {
  const counted = openRollout(identity, { ...input, report: createImportReport('former') });
  addAll(counted, lines);
  drafts[0]!.reserve(counted.drafts.reduce((sum, { size }) => sum + size, 0));
  for (const _ of lines) input.report.unknownType(REPEATED);
}

/** Returns the number of turns that a record takes back. */
function rolledBackBy({ type, payload }: JsonRecord): number {
  if (type !== 'event_msg' || !isRecord(payload) || payload.type !== 'thread_rolled_back') return 0;
  const { num_turns: turns } = payload;
  return typeof turns === 'number' && Number.isSafeInteger(turns) && turns > 0 ? turns : 0;
}

function metaOf({ type, payload }: JsonRecord): JsonRecord {
  return type === 'session_meta' && isRecord(payload) ? payload : {};
}

function identityOf(record: JsonRecord, input: ImportInput): DraftIdentity {
  const meta = metaOf(record);
  const id = textOf(meta.id);
  const session = id === undefined ? nameOf(stemOf(input.name), input.shortHash) : nameOf(id);
  const subagent = isRecord(meta.source) && isRecord(meta.source.subagent) ? meta.source.subagent : {};
  // Earlier versions name the thread there alone.
  const started = isRecord(subagent.thread_spawn) ? subagent.thread_spawn : {};
  const parent = textOf(meta.parent_thread_id) ?? textOf(started.parent_thread_id) ?? textOf(meta.forked_from_id);
  const agent = textOf(meta.agent_nickname);
  return {
    session,
    source: sourceOf(input, session),
    ...(agent !== undefined && { agent: nameOf(agent) }),
    ...(parent !== undefined && { parentSession: nameOf(parent) }),
  };
}

/** Returns false where the record is no part of the conversation. */
function addRecord(at: Open, { type, payload, timestamp }: JsonRecord, line: number): boolean {
  const { input, draft } = at;
  const frame: DraftFrame = { line, occurredAt: timeOf(timestamp) };
  if (type === 'response_item' && isRecord(payload)) return addItem(at, payload, frame);
  const summary = type === 'compacted' && isRecord(payload) ? textOf(payload.message) : undefined;
  if (summary !== undefined) {
    draft.add('system_note', summary, { ...frame, meta: { tags: ['compaction'] } });
    return true;
  }
  const kind = isRecord(payload) && type === 'event_msg' ? textOf(payload.type) : undefined;
  input.report.unknownType([typeof type === 'string' ? type : 'untyped', ...(kind === undefined ? [] : [kind])].join(':'));
  return false;
}

function addItem(at: Open, item: JsonRecord, frame: DraftFrame): boolean {
  const { draft, response, input } = at;
  const isModels =
    item.role === 'assistant' || (typeof item.type === 'string' && (item.type.endsWith('_call') || item.type === 'reasoning'));
  if (isModels) response.line ??= frame.line;
  else delete response.line;
  const made = { ...frame, messageId: `response-${response.line}` };
  switch (item.type) {
    case 'message':
      return addMessage(at, item, isModels ? made : frame);
    case 'reasoning': {
      const texts = [item.summary, item.content].flatMap((part) => textsOf(part));
      if (texts.length === 0) break;
      draft.add('thinking', texts.join('\n'), made);
      return true;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
      addCall(draft, item, made);
      return true;
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { text, attachments } = outputOf(item.output, frame.line, input);
      draft.addResult({ callId: textOf(item.call_id), text, attachments, isError: failed(text) }, frame);
      return true;
    }
  }
  input.report.unknownType(`item:${typeof item.type === 'string' ? item.type : 'untyped'}`);
  return false;
}

function addMessage({ draft, turns, input: { report } }: Open, item: JsonRecord, frame: DraftFrame): boolean {
  const kinds = kindsOf(item);
  if (kinds?.includes(OF_A_HOOK)) {
    report.unknownType(OF_A_HOOK);
    return false;
  }
  const parts = contentParts(item.content, frame.line, report);
  if (item.role === 'assistant') addParts(draft, 'assistant', parts, frame);
  else {
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const isUsers = item.role === 'user' && (kinds === undefined ? !INSERTED.test(text) : kinds.some((kind) => kind.startsWith('user.')));
    if (isUsers) turns.begin();
    addParts(draft, isUsers ? 'user' : 'note', parts, { ...frame, isSystem: item.role !== 'user' });
  }
  return true;
}

/** A search in the web has no result of its own: what was found is in the answer. */
function addCall(draft: SessionDraft, item: JsonRecord, frame: DraftFrame): void {
  const name = textOf(item.name) ?? (item.type === 'local_shell_call' ? 'local_shell' : 'web_search');
  const space = textOf(item.namespace);
  const given = item.arguments ?? (typeof item.input === 'string' ? { input: item.input } : item.action);
  draft.addCall(
    {
      id: textOf(item.call_id) ?? textOf(item.id),
      name: space === undefined ? name : `${space}.${name}`,
      arguments: argumentsOf(given),
    },
    frame,
  );
}

/** Results are a text, a list of parts, or (in earlier versions) a text beside whether it went well. */
function outputOf(output: unknown, line: number, { report }: ImportInput): ReturnType<typeof flatContent> {
  return flatContent(isRecord(output) && 'content' in output ? output.content : output, line, report);
}

/** Reads the code of a command out of the lines before its output, or of the JSON of earlier versions. */
function failed(text: string): boolean {
  // Each is looked for from one place alone: one pattern for the whole would try every line, each to the end.
  const header = text.slice(0, OUTPUT.exec(text)?.index ?? 0);
  const end = text.slice(text.lastIndexOf(EXIT_CODE));
  const code = /^Process exited with code (-?\d+)$/m.exec(header) ?? /^"exit_code":(-?\d{1,10})(?!\d)[^{}]*\}\}$/.exec(end);
  return code !== null && code[1] !== '0';
}

function textsOf(parts: unknown): string[] {
  return (Array.isArray(parts) ? parts : []).flatMap((part) => (isRecord(part) ? (textOf(part.text) ?? []) : []));
}

function kindsOf({ internal_chat_message_metadata_passthrough: about }: JsonRecord): string[] | undefined {
  const kinds = isRecord(about) ? about.content_item_kinds : undefined;
  return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : undefined;
}
