import { readFile } from 'node:fs/promises';
import type { NewEvent } from '@total-recall/domain';
import { readQuestionFile, writtenAnswerSet, type SessionsOfFile } from '@total-recall/evaluation';
import { readSessionFiles } from '../service/read-session-files.ts';
import type { AcceptedAnswers } from './score.ts';

/** A message as every contender gets it; `event` is its form for Total Recall, with the same text. */
export interface TraceMessage {
  readonly session: string;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly event: object;
}

export interface AskedText {
  readonly id: string;
  readonly text: string;
}

/** A store of messages and the questions about it. */
export interface Trace {
  readonly name: string;
  readonly messages: readonly TraceMessage[];
  readonly questions: readonly AskedText[];
}

export interface TraceSet {
  /** Each folder of traces as one store. */
  readonly stores: readonly Trace[];
  /** The same with the sessions alone that a question is about. */
  readonly asked: readonly Trace[];
  /** Each of these sessions alone. */
  readonly traces: readonly Trace[];
  readonly accepted: AcceptedAnswers;
}

/** Reads the questions that have an answer, and the traces they are about. */
export async function readTraceSet(questionFile: string, folder: string): Promise<TraceSet> {
  const written = readQuestionFile(JSON.parse(await readFile(questionFile, 'utf8'))).filter(({ kind }) => kind !== 'none');
  const files = await readSessionFiles(folder);
  const { stores, questions, labels } = writtenAnswerSet(written, files);
  const kept = written.filter(({ id }) => labels.has(id));
  const traces = [...Map.groupBy(kept, ({ file, session }) => `${file} ${session}`)].map(([name, about]): Trace => ({
    name,
    messages: messagesOf(name.replaceAll(/[^A-Za-z0-9]+/g, '-'), sessionOf(files, about[0]!.file, about[0]!.session)),
    questions: about.map(({ id, question }) => ({ id, text: question })),
  }));
  return {
    stores: stores.map(({ name, sessions }) => ({
      name,
      messages: sessions.flatMap((session) => messagesOf(session.name, session.events)),
      questions: questions.filter(({ store }) => store === name).map(({ id, text }) => ({ id, text })),
    })),
    asked: [...Map.groupBy(traces, ({ name }) => name.split('/')[0]!)].map(([name, of]) => ({
      name,
      messages: of.flatMap(({ messages }) => messages),
      questions: of.flatMap((trace) => trace.questions),
    })),
    traces,
    accepted: new Map(kept.map(({ id, answers }) => [id, answers])),
  };
}

function sessionOf(files: readonly SessionsOfFile[], file: string, session: number): readonly NewEvent[] {
  const found = files.find(({ name }) => name === file)?.sessions[session - 1];
  if (!found) throw new Error(`${file} has no session ${session}.`);
  return found.events;
}

/** Writes events as messages. Those without any text are left out: they hold nothing that could be asked for. */
function messagesOf(session: string, events: readonly NewEvent[]): TraceMessage[] {
  return events.flatMap(({ kind, text = '', call, isError, messageId, occurredAt }): TraceMessage[] => {
    const said = text === '' && call ? `${call.name} ${call.arguments ?? ''}` : text;
    if (said.trim() === '') return [];
    const event = { kind, ...(text !== '' && { text }), call, is_error: isError, message_id: messageId, occurred_at: occurredAt };
    return [{ session, role: roleOf(kind), text: said, event }];
  });
}

/** Mem0 leaves out messages of the role `system`, so none has it. */
function roleOf(kind: NewEvent['kind']): TraceMessage['role'] {
  if (kind === 'tool_result') return 'tool';
  return kind === 'agent_message' || kind === 'thinking' || kind === 'tool_call' ? 'assistant' : 'user';
}
