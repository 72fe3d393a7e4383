import type { EventMetadata } from '@total-recall/domain';
import { addLine } from './add-line.ts';
import { createCopyFinder, SAID } from './find-copies.ts';
import { addParts, contentParts } from './content-blocks.ts';
import { createBranches, forkIdentity, type Branches } from './branches.ts';
import { sourceOf, type ImportInput, type RecordsReader } from './import-input.ts';
import { createImportReport } from './import-report.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { createPromptPairs, queuedPrompt } from './queued-prompts.ts';
import { readRecords } from './read-lines.ts';
import { createSessionDraft, type DraftFrame, type DraftIdentity, type SessionDraft } from './session-draft.ts';

const MAIN_AGENT = 'main';
/** Key of the records that a forked conversation repeats. */
const FORKED_FROM = '"forkedFrom"';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads Claude Code session logs. The main thread is one session. Every subagent (a file of its own, or `isSidechain`
 * lines in the main file) is a session of its own with the main one as its parent. A conversation that was forked from
 * another one has that as its parent, and says which of its first events are repeated of it. Prompts that were queued while
 * the model worked are messages of the user where they were absorbed, also where no other record holds them.
 */
export const readClaudeCode: RecordsReader = (input) => {
  const threads = createThreads(input);
  const seen = new Set<string>();
  const copies = createCopyFinder();
  const prompts = createPromptPairs();
  /** Uuid of the newest record that has one: some versions write queued prompts without a place of their own. */
  let newest: string | undefined;
  for (const { line, record: written } of readRecords(input.bytes, input.report)) {
    const queued = queuedPrompt(written);
    const record = queued?.record ?? written;
    const isQueued = queued !== undefined;
    const uuid = textOf(record.uuid);
    if (uuid !== undefined && seen.has(uuid)) {
      input.report.skip(line, 'duplicate uuid');
      continue;
    }
    if (uuid !== undefined) seen.add(uuid);
    // A record that a compaction begins has no parent, and names the record that it stands behind.
    const named = textOf(record.parentUuid) ?? textOf(record.logicalParentUuid);
    const parent = copies.firstOf(named ?? (isQueued && uuid === undefined ? newest : undefined));
    newest = uuid ?? newest;
    const branches = threads.of(record, { uuid, parent });
    const pair = prompts.takePair(branches, record, queued);
    if (pair !== undefined) {
      input.report.skip(line, isQueued ? 'queued prompt that its user record says' : 'prompt that its queued record says');
      // A record that repeats it is a copy, too, whichever of both came first.
      copies.isCopy(record, uuid);
      copies.noteCopy(uuid, pair.uuid);
      continue;
    }
    if (copies.isCopy(record, uuid)) {
      input.report.skip(line, 'copy under a new uuid');
      // Earlier versions kept no queued prompt.
      if (!isQueued) branches.main.reserve(eventsOf(record, branches.main.identity, input));
      continue;
    }
    prompts.note(branches, record, queued);
    const isAnswer = record.type === 'assistant';
    const place = { id: uuid, parent, isFirst: isFirst(record), isRequest: isRequest(record), isAbsorbed: isQueued, isAnswer };
    branches.place(place, (draft) => addRecord(draft, record, line, input));
  }
  return threads.drafts();
};

/**
 * Sorts records into the main thread and one thread per subagent. Old logs name no agent; there the chain of parents
 * tells.
 */
function createThreads(input: ImportInput) {
  const threads = new Map<string, Branches>();
  const drafts: SessionDraft[] = [];
  const forks: SessionDraft[] = [];
  const rootOf = new Map<string, string>();
  const origin = originOf(input);
  let main: string | undefined;
  const threadOf = (key: string, agent: string | undefined): Branches => {
    const known = threads.get(key);
    if (known) return known;
    main ??= nameOf(stemOf(input.name), input.shortHash);
    const identity =
      agent === undefined
        ? {
            session: main,
            source: sourceOf(input, main),
            agent: MAIN_AGENT,
            ...(origin !== undefined && { parentSession: nameOf(origin), isPersonsFork: true }),
          }
        : {
            session: nameOf(main, key),
            source: sourceOf(input, main, key),
            agent,
            parentSession: main,
            parentAgent: MAIN_AGENT,
          };
    const draft = createSessionDraft(identity, input.report);
    drafts.push(draft);
    const branches = createBranches(draft, (place) => {
      const fork = createSessionDraft(forkIdentity(place), input.report);
      forks.push(fork);
      return fork;
    });
    threads.set(key, branches);
    return branches;
  };
  return {
    of(record: JsonRecord, { uuid, parent }: { uuid: string | undefined; parent: string | undefined }): Branches {
      const sessionId = textOf(record.sessionId);
      const stem = stemOf(input.name);
      if (UUID.test(stem)) main ??= nameOf(stem);
      else if (sessionId !== undefined) main ??= nameOf(sessionId);
      if (record.isSidechain !== true) return threadOf('main', undefined);
      const agentId = textOf(record.agentId);
      if (agentId !== undefined) return threadOf(nameOf(`agent-${agentId}`), nameOf(agentId));
      const root = (parent === undefined ? undefined : rootOf.get(parent)) ?? uuid ?? 'unnamed';
      if (uuid !== undefined) rootOf.set(uuid, root);
      const key = nameOf(`side-${root.slice(0, 8)}`);
      return threadOf(key, key);
    },
    /** Forks come last, so that the others keep their places in the file. */
    drafts: () => [...drafts, ...forks],
  };
}

/** Returns the id of the session that the file was forked from, where it begins with what it repeats of that. */
function originOf({ bytes }: ImportInput): string | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(FORKED_FROM)) return undefined;
  for (const { record } of readRecords(bytes, createImportReport())) if (SAID.has(record.type)) return forkedFrom(record);
  return undefined;
}

/** Returns the id of the session that a record is repeated of; undefined for one of the session itself. */
function forkedFrom({ forkedFrom: from, sessionId }: JsonRecord): string | undefined {
  const origin = isRecord(from) ? textOf(from.sessionId) : undefined;
  return origin === sessionId ? undefined : origin;
}

/** Returns true for a record of the main thread that says that none stands before it. A person rewinds no subagent. */
function isFirst({ isSidechain, parentUuid, logicalParentUuid }: JsonRecord): boolean {
  return isSidechain !== true && parentUuid === null && textOf(logicalParentUuid) === undefined;
}

/** Returns true for a question of a person: no tool result and nothing that the program inserted. */
function isRequest(record: JsonRecord): boolean {
  if (record.type !== 'user' || record.isMeta === true || record.isCompactSummary === true || !isRecord(record.message)) return false;
  const { content } = record.message;
  return !Array.isArray(content) || !content.some((block) => isRecord(block) && block.type === 'tool_result');
}

/** Returns the number of events that a record made in earlier versions. */
function eventsOf(record: JsonRecord, identity: DraftIdentity, input: ImportInput): number {
  const report = createImportReport('former');
  const draft = createSessionDraft(identity, report);
  addRecord(draft, record, 1, { ...input, report });
  return draft.size;
}

function addRecord(draft: SessionDraft, record: JsonRecord, line: number, input: ImportInput): void {
  const type = typeof record.type === 'string' ? record.type : 'untyped';
  addLine(draft, line, input.report, () => {
    if (addByType(draft, type, record, { line, input })) return true;
    input.report.unknownType(type === 'system' && typeof record.subtype === 'string' ? `system:${record.subtype}` : type);
    return false;
  });
}

/** Returns false where the record is no part of the conversation. */
function addByType(draft: SessionDraft, type: string, record: JsonRecord, at: { line: number; input: ImportInput }): boolean {
  const {
    line,
    input: { report },
  } = at;
  const frame: DraftFrame = { line, occurredAt: timeOf(record.timestamp), isRepeated: forkedFrom(record) !== undefined };
  if (type === 'system') {
    const text = textOf(record.content);
    if (text === undefined) return false;
    draft.add('system_note', text, frame);
    return true;
  }
  const message = isRecord(record.message) ? record.message : undefined;
  if ((type !== 'user' && type !== 'assistant') || !message) return false;
  const parts = contentParts(message.content, line, report);
  if (type === 'assistant') {
    addParts(draft, 'assistant', parts, { ...frame, messageId: textOf(message.id) ?? textOf(record.uuid) ?? `line-${line}` });
    return true;
  }
  const note = record.isMeta === true || record.isCompactSummary === true;
  addParts(draft, note ? 'note' : 'user', parts, { ...frame, ...noteMeta(record) });
  return true;
}

function noteMeta(record: JsonRecord): { meta?: EventMetadata } {
  return record.isCompactSummary === true ? { meta: { tags: ['compact_summary'] } } : {};
}
