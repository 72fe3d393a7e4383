import type { NewEventWire } from '@total-recall/client';
import fc from 'fast-check';
import { expectSame } from '../expect-same.ts';
import { addEvents, newMark, pick, textWith, type KnownEvent, type MemoryModel } from '../memory-model.ts';
import { codeOf, refusable } from '../refusals.ts';
import { liveSession, spokenSession, type Stage } from '../stage.ts';
import { nothing, place, stepKind } from '../step-kind.ts';

export interface Said {
  readonly kind: 'user_message' | 'agent_message' | 'thinking' | 'call' | 'call without result' | 'decision' | 'system_note' | 'file';
  readonly words: number;
  /** Number of the person whom it is about. */
  readonly subject?: number | undefined;
}

const KINDS: readonly Said['kind'][] = [
  ...(['user_message', 'user_message', 'agent_message', 'agent_message', 'thinking'] as const),
  ...(['call', 'call', 'call without result', 'decision', 'system_note', 'file'] as const),
];
const said: fc.Arbitrary<Said> = fc.record({
  kind: fc.constantFrom(...KINDS),
  words: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) }, { weight: 2, arbitrary: fc.integer({ min: 60, max: 900 }) }),
  subject: fc.oneof({ weight: 6, arbitrary: nothing }, { weight: 1, arbitrary: fc.nat(1) }),
});
export const manySaid = fc.array(said, { minLength: 1, maxLength: 8 });

/** A new event with its mark. */
interface Written {
  readonly event: NewEventWire;
  readonly mark: string;
  readonly file?: string;
}

/** Steps by which agents and people say something: appends, their repeats, results that come late. */
export const TALK = {
  say: stepKind(12, fc.record({ session: place, said: manySaid }), (stage, drawn) =>
    say(stage, liveSession(stage.model, drawn.session), drawn.said),
  ),

  /** An append that is repeated is answered with the first ids. */
  repeat: stepKind(1, fc.record({ append: place }), async ({ model, sessionOf }, drawn) => {
    const append = pick(model.appends, drawn.append);
    if (!append || model.erasedSessions.has(append.session)) return;
    const { session, source, events, ids } = append;
    const again = await sessionOf(session).append(events, { source });
    const answered = again.events.map(({ id }) => id);
    expectSame('the ids of an append that is repeated', answered, ids);
  }),

  /** Other content under a used sequence is refused whole, also what is new beside it. */
  contradict: stepKind(1, fc.record({ append: place, at: place }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const append = pick(model.appends, drawn.append);
    if (!append || model.erasedSessions.has(append.session)) return;
    const { events, source, session } = append;
    const other = drawn.at % events.length;
    const mark = newMark(model);
    const changed = events.map((event, at) => (at === other ? { ...otherContent(event, mark), sequence: event.sequence! } : event));
    const more = { kind: 'user_message' as const, text: newMark(model), sequence: events.length + 1 };
    const code = await codeOf(sessionOf(session).append([...changed, more], { source }));
    // An erased text is not known any more, so the service cannot tell that this is other content.
    const first = model.sessions.get(session)!.find(({ id }) => id === append.ids[other]);
    if (!first!.isErased) expectSame(`the code of other content under the sequence ${other + 1} of ${source}`, code, 'sequence_conflict');
  }),

  /** A result that comes after others have spoken belongs to its call. */
  'late result': stepKind(2, fc.record({ call: place, words: fc.nat(400) }), async (stage, drawn) => {
    const { model } = stage;
    const open = pick(model.openCalls, drawn.call);
    if (!open || model.erasedSessions.has(open.session)) return;
    model.openCalls.splice(model.openCalls.indexOf(open), 1);
    const mark = newMark(model);
    const event: NewEventWire = { kind: 'tool_result', call: { id: open.id, name: 'read_file' }, text: textWith(mark, drawn.words, 1) };
    await append(stage, open.session, [{ event, mark }]);
  }),

  /** A result of recall is an event like others, and quotes what it brought. Its call repeats the mark that it asks for. */
  'look up': stepKind(1, fc.record({ session: place, event: place }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const name = spokenSession(model, drawn.session);
    if (name === undefined || model.subtasks.get(name)?.access === 'none') return;
    const mark = newMark(model);
    const session = sessionOf(name);
    const about = pick([...model.sessions.values()].flat(), drawn.event)!;
    // The id of a call stays when the call is erased, so it does not bear the mark.
    const call = { id: `call-${model.counter}`, name: 'recall', arguments: JSON.stringify({ query: `where is ${about.mark} or ${mark}` }) };
    const asked = await session.append({ kind: 'tool_call', call });
    const run = await session.runRecall(call);
    const result = (await lastEvents(stage, name)).findLast(({ body }) => body?.call?.id === call.id)!;
    const quotes = result.body?.recall?.evidence.map(({ eventId }) => eventId) ?? [];
    const known = { session: name, day: model.day, isErased: false };
    addEvents(model, name, [
      { ...known, id: asked.events[0]!.id, kind: 'tool_call', mark, arguments: call.arguments, quotes: [] },
      { ...known, id: result.id, kind: 'tool_result', mark: '', text: run!.text, quotes },
    ]);
  }),
};

async function lastEvents({ sessionOf }: Stage, name: string) {
  const { events: count } = await sessionOf(name).get();
  return (await sessionOf(name).events({ fromOrdinal: Math.max(1, count - 4) })).events;
}

function otherContent(event: NewEventWire, mark: string): NewEventWire {
  return event.call ? { ...event, call: { ...event.call, name: `other_${mark}` } } : { ...event, text: mark };
}

export async function say(stage: Stage, name: string, all: readonly Said[], first: Partial<NewEventWire> = {}): Promise<void> {
  const written = all.flatMap((one) => write(stage.model, name, one));
  await append(stage, name, [{ ...written[0]!, event: { ...written[0]!.event, ...first } }, ...written.slice(1)]);
}

/** Makes the events of something that is said. */
export function write(model: MemoryModel, session: string, { kind, words, subject }: Said): Written[] {
  const mark = newMark(model);
  const number = model.counter;
  const text = textWith(mark, words, number);
  const meta = subject === undefined ? {} : { meta: { subject: `person-${subject}` } };
  if (kind === 'file') {
    const attachments = [{ mime: 'text/plain', data: Buffer.from(text).toString('base64') }];
    return [{ event: { kind: 'user_message', text: 'See the file.', attachments, ...meta }, mark, file: text }];
  }
  if (kind !== 'call' && kind !== 'call without result') return [{ event: { kind, text, ...meta }, mark }];
  const call = { id: `call-${number}`, name: 'read_file', arguments: JSON.stringify({ path: `${mark}.ts` }) };
  const asked: Written = { event: { kind: 'tool_call', call, ...meta }, mark };
  if (kind === 'call without result') {
    model.openCalls.push({ session, id: call.id });
    return [asked];
  }
  const other = newMark(model);
  const result = { kind: 'tool_result' as const, call: { id: call.id, name: call.name }, text: textWith(other, words * 2, number) };
  return [asked, { event: { ...result, ...meta }, mark: other }];
}

/** Appends events under a source of their own, and adds them to the model once they are acknowledged. */
export async function append(stage: Stage, name: string, written: readonly Written[]): Promise<readonly KnownEvent[]> {
  const { model, sessionOf } = stage;
  const source = `writer-${(model.counter += 1)}`;
  const events = written.map(({ event }, at) => ({ ...event, sequence: at + 1 }));
  const answer = await refusable(['guarded_over_budget'], () => sessionOf(name).append(events, { source }));
  if (!answer) return [];
  const known = answer.events.map(({ id }, at): KnownEvent => {
    const { event, mark, file } = written[at]!;
    const { kind, text, meta } = event;
    const said = { ...(text !== undefined && { text }), ...(file !== undefined && { file }) };
    return { id, session: name, kind, mark, day: model.day, isErased: false, ...said, ...(meta?.subject && { subject: meta.subject }) };
  });
  addEvents(model, name, known);
  model.appends.push({ session: name, source, events, ids: known.map(({ id }) => id) });
  return known;
}
