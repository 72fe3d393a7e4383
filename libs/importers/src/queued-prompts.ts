import { createHash } from 'node:crypto';
import { isRecord, textOf, type JsonRecord } from './json-values.ts';

/** A prompt that was typed while the model worked, as the record of a user that other versions write instead. */
export interface QueuedPrompt {
  readonly record: JsonRecord;
  /** Uuid of that other record, where the file names it. */
  readonly sourceUuid: string | undefined;
}

type Uuid = string | undefined;

/** A record that says the same as another one. */
interface Pair {
  readonly uuid: Uuid;
}

/**
 * Reads a prompt that was put into the queue while the model worked: an attachment, often the only record of these
 * words. What a program put there (the end of a task, the message of another session) is marked as its own.
 */
export function queuedPrompt(record: JsonRecord): QueuedPrompt | undefined {
  const { attachment } = record;
  if (record.type !== 'attachment' || !isRecord(attachment) || attachment.type !== 'queued_command') return undefined;
  const { prompt, commandMode: mode = 'prompt', origin, isMeta, timestamp } = attachment;
  const from = isRecord(origin) ? (origin.kind ?? 'human') : 'human';
  const isOfProgram = isMeta === true || mode !== 'prompt' || from !== 'human';
  return {
    record: {
      ...record,
      type: 'user',
      timestamp: record.timestamp ?? timestamp,
      message: { role: 'user', content: prompt },
      ...(isOfProgram && { isMeta: true }),
    },
    sourceUuid: textOf(attachment.source_uuid),
  };
}

/**
 * Finds prompts that stand both as a queued one and as a record of a user, in either order. The uuid tells it, or the
 * same words with no answer of the model between them; behind an answer the same words are said again.
 */
export function createPromptPairs() {
  /** Uuids of the records that hold words not yet answered, by thread, form and words. */
  const unanswered = new Map<object, Map<string, Uuid[]>>();
  const users = new Set<string>();
  /** Uuid of the queued prompt, by the one that it names for the record of a user. */
  const queuedBySource = new Map<string, Uuid>();

  function namedPair(record: JsonRecord, queued: QueuedPrompt | undefined): Pair | undefined {
    const source = queued === undefined ? textOf(record.uuid) : queued.sourceUuid;
    if (source === undefined || record.type !== 'user') return undefined;
    if (queuedBySource.has(source)) return { uuid: queuedBySource.get(source) };
    return queued !== undefined && users.has(source) ? { uuid: source } : undefined;
  }

  return {
    /** Returns the record that said the same in the other form, and takes it out; undefined where none did. */
    takePair(thread: object, record: JsonRecord, queued: QueuedPrompt | undefined): Pair | undefined {
      const named = namedPair(record, queued);
      if (named !== undefined) return named;
      const words = wordsOf(record);
      const pairs = words === undefined ? undefined : unanswered.get(thread)?.get(keyOf(words, queued === undefined));
      return pairs === undefined || pairs.length === 0 ? undefined : { uuid: pairs.pop() };
    },
    note(thread: object, record: JsonRecord, queued: QueuedPrompt | undefined): void {
      const uuid = textOf(record.uuid);
      if (record.type === 'assistant') unanswered.delete(thread);
      if (record.type === 'user' && queued === undefined && uuid !== undefined) users.add(uuid);
      if (queued?.sourceUuid !== undefined) queuedBySource.set(queued.sourceUuid, uuid);
      const words = wordsOf(record);
      if (words === undefined) return;
      const said = unanswered.get(thread) ?? new Map<string, Uuid[]>();
      const key = keyOf(words, queued !== undefined);
      const same = said.get(key) ?? [];
      same.push(uuid);
      said.set(key, same);
      unanswered.set(thread, said);
    },
  };
}

function keyOf(words: string, isQueued: boolean): string {
  return `${isQueued ? 'queued' : 'said'}:${createHash('sha256').update(words).digest('base64')}`;
}

/** Returns the text and the number of other blocks of what a user says; undefined for results of tools. */
function wordsOf({ type, message, isCompactSummary }: JsonRecord): string | undefined {
  if (type !== 'user' || !isRecord(message) || isCompactSummary === true) return undefined;
  const blocks: unknown[] = Array.isArray(message.content) ? message.content : [message.content];
  if (blocks.some((block) => isRecord(block) && block.type === 'tool_result')) return undefined;
  const texts = blocks.flatMap((block) => textOf(isRecord(block) ? block.text : block) ?? []);
  const words = texts.join('\n').trim();
  return words === '' ? undefined : `${blocks.length - texts.length}:${words}`;
}
