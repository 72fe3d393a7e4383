import type { NewEventWire } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMemory } from '../testing/start-memory.ts';

let memory: Awaited<ReturnType<typeof startMemory>>;
beforeAll(async () => {
  memory = await startMemory();
});
afterAll(() => memory.stop());

const SECRET = 'The gull nests on ledge 4711 of Skomer.';

type Answer = Awaited<ReturnType<ReturnType<typeof memory.client.space>['recall']>>;

/** Recalls a told secret, erases it, and only then appends what was recalled, as an agent does in the middle of a turn. */
async function appendedLate(space: string, eraseAll: boolean, eventOf: (answer: Answer) => NewEventWire) {
  const { client } = memory;
  const place = client.space(space);
  const { events } = await place.session('told').append(
    [
      { kind: 'user_message', text: SECRET },
      { kind: 'user_message', text: 'The crane turns at noon.' },
    ],
    { wait: 'searchable' },
  );
  const answer = await place.recall({ queries: ['where does the gull nest'] });
  expect(answer.rendered).toContain('ledge 4711');
  await client.erase({ space, ...(eraseAll ? { session: 'told' } : { eventIds: [events[0]!.id] }) });
  const [appended] = (await place.session('agent').append([eventOf(answer)], { wait: 'searchable' })).events;
  const [stored] = (await place.session('agent').events()).events;
  return { appended: appended!, text: stored!.body!.text, recall: stored!.body!.recall };
}

const call = { id: 'call-1', name: 'recall' };
const resultOf = ({ rendered }: { rendered: string }): NewEventWire => ({ kind: 'tool_result', call, text: rendered });
const CASES = [
  ['event', false],
  ['session', true],
] as const;
const WITHHELD = '[What was recalled here is withheld: an event that it quotes was erased since.]';

describe('a result of recall that is appended behind the erasure of what it quotes', () => {
  it.each(CASES)('is kept without it, which the caller is told: %s', async (space, eraseAll) => {
    const { appended, text, recall } = await appendedLate(`result-${space}`, eraseAll, resultOf);
    expect(text).toBe(WITHHELD);
    expect(appended).toMatchObject({ redactions: [{ rule: 'erased', count: 1, action: 'mask' }] });
    expect(recall).toMatchObject({ evidence: [] });
  });

  it.each(CASES)('is kept without it where its receipt comes with it: %s', async (space, eraseAll) => {
    const recall = { retrievalId: 'rtr_1', evidence: [], renderingHash: 'a'.repeat(64) };
    const { text } = await appendedLate(`receipt-${space}`, eraseAll, (answer) => ({ ...resultOf(answer), recall }));
    expect(text).toBe(WITHHELD);
  });

  it.each(CASES)('is kept without it as a note of the proxy, which has it within two texts of JSON: %s', async (space, eraseAll) => {
    const { appended, text } = await appendedLate(`note-${space}`, eraseAll, ({ rendered, passages }) => {
      const evidence = passages.map(({ eventId }) => ({ eventId }));
      const note = JSON.stringify({ form: 'chat', chain: 'c', messages: [JSON.stringify({ role: 'tool', content: rendered })] });
      return { kind: 'system_note', text: note, recall: { retrievalId: 'none', evidence, renderingHash: 'a'.repeat(64) } };
    });
    expect(text).toBe(WITHHELD);
    expect(appended).toMatchObject({ redactions: [{ rule: 'erased', count: 1, action: 'mask' }] });
  });

  it.each(CASES)('keeps what its message says besides: %s', async (space, eraseAll) => {
    const asked = 'Look at this and tell me what you think of it, please: ';
    const { text } = await appendedLate(`message-${space}`, eraseAll, ({ rendered }) => ({
      kind: 'user_message',
      text: `${asked}${rendered}\nThank you.`,
    }));
    expect(text).toMatch(new RegExp(`^${asked}\\[What was recalled here is withheld: .*\\]\\s*Thank you\\.$`));
  });

  it.each(CASES)('is kept without it where it stands in the JSON of an exchange: %s', async (space, eraseAll) => {
    const { appended } = await appendedLate(`exchange-${space}`, eraseAll, ({ rendered: content }) => {
      const messages = [JSON.stringify({ role: 'assistant', content: 'I look.' }), JSON.stringify({ role: 'tool', content })];
      const recall = { retrievalId: 'none', evidence: [], renderingHash: 'a'.repeat(64) };
      return { kind: 'system_note', text: JSON.stringify({ messages, results: [{ role: 'tool', content }] }), recall };
    });
    expect(appended).toMatchObject({ redactions: [{ rule: 'erased' }] });
  });

  it.each(CASES)('is kept without it where its receipt alone names it: %s', async (space, eraseAll) => {
    const { text } = await appendedLate(`named-${space}`, eraseAll, ({ hits: [hit] }) => {
      const evidence = [{ eventId: hit!.eventId, session: hit!.session }];
      return {
        kind: 'tool_result',
        call,
        text: 'On ledge 4711.',
        recall: { retrievalId: 'rtr_1', evidence, renderingHash: 'a'.repeat(64) },
      };
    });
    expect(text).toBe(WITHHELD);
  });

  it('is kept as it is where its receipt names an event that is there, beside a session that is not its own', async () => {
    const place = memory.client.space('misnamed');
    const [kept] = (await place.session('kept').append([{ kind: 'user_message', text: SECRET }], { wait: 'searchable' })).events;
    await place.session('gone').append([{ kind: 'user_message', text: 'Hello.' }], { wait: 'searchable' });
    await memory.client.erase({ space: 'misnamed', session: 'gone' });
    const recall = { retrievalId: 'rtr_1', evidence: [{ eventId: kept!.id, session: 'gone' }], renderingHash: 'a'.repeat(64) };
    await place.session('agent').append([{ kind: 'tool_result', call, text: 'On ledge 4711.', recall }], { wait: 'searchable' });
    expect((await place.session('agent').events()).events[0]!.body!.text).toBe('On ledge 4711.');
  });

  it('keeps another result beside it, which quotes nothing erased', async () => {
    const place = memory.client.space('beside');
    const [told] = (await place.session('told').append([{ kind: 'user_message', text: SECRET }], { wait: 'searchable' })).events;
    await place.session('other').append([{ kind: 'decision', text: 'The crane turns at noon.' }], { wait: 'searchable' });
    const [gull, crane] = [
      (await place.recall({ queries: ['where does the gull nest'], scope: { kinds: ['user_message'] } })).rendered,
      (await place.recall({ queries: ['when does the crane turn'], scope: { kinds: ['decision'] } })).rendered,
    ];
    await memory.client.erase({ space: 'beside', eventIds: [told!.id] });
    const texts = [
      [gull, crane],
      [crane, gull],
      [gull, gull],
    ].map((parts) => parts.join('\n'));
    await place
      .session('agent')
      .append(
        [
          ...texts.map((text, at): NewEventWire => ({ kind: 'tool_result', call: { id: `call-${at}`, name: 'recall' }, text })),
          { kind: 'user_message', text: `Compare these two, please: ${gull} and ${crane} Thank you.` },
        ],
        { wait: 'searchable' },
      );
    const { events } = await place.session('agent').events();
    expect(events.map(({ body }) => body!.text)).toEqual([
      `${WITHHELD}\n${crane}`,
      `${crane}\n${WITHHELD}`,
      WITHHELD,
      `Compare these two, please: ${WITHHELD} and ${crane} Thank you.`,
    ]);
    expect(events.map(({ body }) => body!.recall?.evidence.length)).toEqual([1, 1, 0, 1]);
  });

  it('keeps what stands around it where secrets before it are masked', async () => {
    await memory.client.space('masked').setPolicy({ redaction: 'mask' });
    const { text } = await appendedLate('masked', true, ({ rendered }) => ({
      kind: 'user_message',
      text: `My key is ghp_0123456789abcdefghijABCDEFGHIJ012345, and what do you make of this one? ${rendered}\nThank you.`,
    }));
    expect(text).toMatch(/^My key is \S*\[\S+\]\S*, and what do you make of this one\? \[What was recalled here [^[\]]*\]\s*Thank you\.$/);
    expect(text).not.toContain('4711');
  });

  it('is kept as it is where nothing of it was erased', async () => {
    const place = memory.client.space('kept');
    await place.session('told').append([{ kind: 'user_message', text: SECRET }], { wait: 'searchable' });
    const answer = await place.recall({ queries: ['where does the gull nest'] });
    const { events } = await place.session('told').append([{ kind: 'user_message', text: 'Another.' }], { wait: 'searchable' });
    await memory.client.erase({ space: 'kept', eventIds: [events[0]!.id] });
    await place.session('agent').append([resultOf(answer)], { wait: 'searchable' });
    expect((await place.session('agent').events()).events[0]!.body!.text).toBe(answer.rendered);
  });
});

it('a result whose receipt names nothing goes with what its text recalls', async () => {
  const place = memory.client.space('unnamed');
  const [told] = (await place.session('told').append([{ kind: 'user_message', text: SECRET }], { wait: 'searchable' })).events;
  const { rendered } = await place.recall({ queries: ['where does the gull nest'] });
  const recall = { retrievalId: 'none', evidence: [], renderingHash: 'a'.repeat(64) };
  const text = JSON.stringify({ messages: [JSON.stringify({ role: 'tool', content: rendered })] });
  await place.session('notes').append([{ kind: 'system_note', text, recall }], { wait: 'searchable' });
  const erased = await memory.client.erase({ space: 'unnamed', eventIds: [told!.id] });
  expect(erased.counts).toMatchObject({ events: 2, quoting: 1 });
});

it('a part of an artifact that was opened by its id goes with the event that it is of', async () => {
  const place = memory.client.space('opened');
  const text = `${SECRET} `.repeat(600);
  const told = place.session('told');
  const { events } = await told.append([{ kind: 'tool_result', call: { id: 'call-0', name: 'read' }, text }], { wait: 'searchable' });
  const [artifact] = (await told.events()).events[0]!.body!.artifacts!;
  const opened = resultOf(await place.open({ ref: artifact!.id }));
  expect(opened.text).toContain('ledge 4711');
  await place.session('agent').append([opened, { kind: 'user_message', text: 'Go on.' }], { wait: 'searchable' });
  const erased = await memory.client.erase({ space: 'opened', eventIds: [events[0]!.id] });
  expect(erased.counts).toMatchObject({ events: 2, quoting: 1 });
  const [gone, stays] = (await place.session('agent').events()).events;
  expect([gone!.body, stays!.body!.text]).toEqual([undefined, 'Go on.']);
});

describe('a result that a session recalled is of the events of that session wherever it is appended', () => {
  /** Tells a session a secret and another session something else at the same place, then recalls as the first. */
  async function recalledAs(space: string, resultFrom: (place: ReturnType<typeof memory.client.space>) => Promise<Answer>) {
    const place = memory.client.space(space);
    const events = [];
    for (const [session, text, occurredAt] of [
      ['told', SECRET, '2026-03-01T10:00:00.000Z'],
      ['agent', 'The crane turns at noon.', '2026-03-02T10:00:00.000Z'],
    ] as const)
      events.push(...(await place.session(session).append([{ kind: 'user_message', text, occurredAt }], { wait: 'searchable' })).events);
    const { rendered } = await resultFrom(place);
    expect(rendered).toContain('ledge 4711');
    const append = () => place.session('agent').append([resultOf({ rendered })], { wait: 'searchable' });
    const stored = async () => (await place.session('agent').events()).events.at(-1)!.body;
    return { space, told: events[0]!.id, other: events[1]!.id, append, stored };
  }

  const RENDERINGS = [
    ['recall', (place: ReturnType<typeof memory.client.space>) => place.recall({ queries: ['where does the gull nest'], session: 'told' })],
    ['open', (place: ReturnType<typeof memory.client.space>) => place.open({ ref: 'e1', session: 'told' }) as unknown as Promise<Answer>],
    ['turns', (place: ReturnType<typeof memory.client.space>) => place.open({ ref: 'T1', session: 'told' }) as unknown as Promise<Answer>],
  ] as const;

  it.each(RENDERINGS)('and goes with them, and with no other: %s', async (name, resultFrom) => {
    const { space, told, other, append, stored } = await recalledAs(`foreign-${name}`, resultFrom);
    await append();
    expect((await stored())!.recall).toMatchObject({ evidence: [{ eventId: told }] });
    expect((await memory.client.erase({ space, eventIds: [other], dryRun: true })).counts).toMatchObject({ quoting: 0 });
    expect((await memory.client.erase({ space, eventIds: [told] })).counts).toMatchObject({ events: 2, quoting: 1 });
    expect(await stored()).toBeUndefined();
  });

  it.each(RENDERINGS)('and is kept without them where they were erased before: %s', async (name, resultFrom) => {
    const { space, told, append, stored } = await recalledAs(`foreign-late-${name}`, resultFrom);
    await memory.client.erase({ space, eventIds: [told] });
    await append();
    expect((await stored())!.text).toBe(WITHHELD);
  });

  it.each(RENDERINGS)(
    'and is kept where what stands at the same place in the session that has it was erased: %s',
    async (name, resultFrom) => {
      const { space, other, append, stored } = await recalledAs(`foreign-kept-${name}`, resultFrom);
      await memory.client.erase({ space, eventIds: [other] });
      await append();
      expect((await stored())!.text).toContain('ledge 4711');
    },
  );

  it('names none of another session at the same place where the text is of a program that did not say whose it is', async () => {
    const { append, stored } = await recalledAs('foreign-old', async (place) => {
      const answer = await place.recall({ queries: ['where does the gull nest'], session: 'told' });
      return { ...answer, rendered: answer.rendered.replace(' session="told"', '') };
    });
    await append();
    expect((await stored())!.recall).toMatchObject({ evidence: [] });
  });
});
