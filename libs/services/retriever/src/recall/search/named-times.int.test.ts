import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const at = (minute: number): number => Date.UTC(2030, 10, 21, 1, minute);

async function firstOf(events: readonly Written[], query: string): Promise<string | undefined> {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  const { hits } = await memory.retriever.recall({ ...ask, queries: [query] });
  return hits[0] && events[ids.indexOf(hits[0].eventId)]!.text;
}

describe('times that a question names', () => {
  it('lead to what was said in them where it is asked what was decided, and no decision was kept', async () => {
    const memory = createMemoryRetriever();
    const said = (day: number, text: string): Written => ({ kind: 'user_message', at: Date.UTC(2030, 9, day), text });
    const days = ['We chose larch for the ramp.', 'The budget is 3,000 crowns.', 'Let us paint the fence green.', 'The plumber comes.'];
    const ids = await memory.append(days.map((text, at) => said(3 + 7 * at, text)));
    await memory.project();
    const answer = await memory.retriever.recall({ ...ask, queries: ['What did we decide between 2030-10-01 and 2030-10-06?'] });
    expect(answer).toMatchObject({ outcome: 'unsure', hits: [{ eventId: ids[0] }] });
    expect(answer.rendered).toContain('larch');
  });

  describe('with both ends', () => {
    const asks = ['Green paint.', 'Two planks.', 'A rope, please.', 'The tide table.'];
    const day: readonly Written[] = [
      { kind: 'agent_message', at: at(0), text: 'Good morning, the yard is open.' },
      { kind: 'user_message', at: at(28), text: 'Is the crane free?' },
      ...asks.map((text, place): Written => ({ kind: 'user_message', at: at(31 + 3 * place) + 2_000, text })),
      { kind: 'user_message', at: at(41), text: 'And a ladder.' },
      { kind: 'tool_result', at: at(36), text: 'first, last: what I asked on 21 November 2030' },
      { kind: 'user_message', at: at(80), text: 'What is left to do?' },
    ];
    const recall = async (query: string) => {
      const memory = createMemoryRetriever();
      await memory.append(day);
      await memory.project();
      return memory.retriever.recall({ ...ask, queries: [query] });
    };

    it.each([
      'What did I ask between 01:30 and 01:40 on 21 November 2030?',
      'What did I ask on 21 November 2030 between 01:30 and 01:40?',
      'What did I ask between 2030-11-21 01:30 and 2030-11-21 01:40?',
      'What did I ask from 2030-11-21 01:30 to 2030-11-21 01:40?',
      'Was habe ich dich am 21. November 2030 zwischen 01:30 und 01:40 gefragt?',
    ])('lead to all that was said between them, and to nothing beside: %s', async (query) => {
      const { passages, outcome } = await recall(query);
      expect(passages.map(({ text }) => text).toSorted()).toEqual(asks.toSorted());
      expect(outcome).toBe('answered');
    });

    it.each([
      ['What did I ask on 21 November 2030 after 02:00?', 'What is left to do?'],
      ['What did I ask on 2030-11-21 before 01:30?', 'Is the crane free?'],
      ['What was the first thing I asked on 21 November 2030?', 'Is the crane free?'],
      ['What did I ask last on 21 November 2030?', 'What is left to do?'],
      ['Was habe ich am 21. November 2030 zuletzt gefragt?', 'What is left to do?'],
      ['What did I ask first between 01:30 and 01:40 on 21 November 2030?', 'Green paint.'],
    ])('or with the end of a day, lead to what was said at it: %s', async (query, wanted) => {
      const { hits, passages } = await recall(query);
      expect(passages.find(({ eventId }) => eventId === hits[0]!.eventId)?.text).toBe(wanted);
    });
  });

  it.each([
    ['What did I say at 01:40 on 21 November?', 'The crane is mended.'],
    ['What did I say on 21 November?', 'The crane is mended.'],
    ['What did I say on 20 November?', 'The gulls are loud.'],
  ])('without a year are of the latest year that holds something: %s', async (query, wanted) => {
    const events: Written[] = [
      { kind: 'user_message', at: Date.UTC(2024, 10, 21, 1, 40), text: 'The boat leaks.' },
      { kind: 'user_message', at: Date.UTC(2028, 10, 21, 1, 40), text: 'The crane is mended.' },
      { kind: 'user_message', at: Date.UTC(2030, 10, 20, 1, 40), text: 'The gulls are loud.' },
    ];
    const memory = createMemoryRetriever();
    await memory.append(events);
    await memory.project();
    const { passages, rendered } = await memory.retriever.recall({ ...ask, queries: [query], asOf: Date.UTC(2030, 11, 1) });
    expect(passages[0]!.text).toBe(wanted);
    expect(rendered).not.toContain('other times');
  });

  it('tell the minute from those around it, and are no words to look for where they are a filter', async () => {
    const said = (minute: number, text: string): Written => ({ kind: 'user_message', at: at(minute), text });
    const listing: Written = { kind: 'tool_result', at: at(42), text: 'drwxr 21 Nov 01:40 boats 40\ndrwxr 21 Nov 01:40 nets 40' };
    const events = [said(32, 'Please request paint.'), said(40, 'Please request timber.'), listing, said(48, 'Please request rope.')];
    expect(await firstOf(events, 'What did I request at 01:40 on 21 November 2030?')).toBe('Please request timber.');
    expect(await firstOf(events, 'What did I request at 01:48 on 21 November 2030?')).toBe('Please request rope.');
  });

  it.each([
    ['What did I request at 01:40 on 21 November 2030?', 'Two planks of larch.'],
    ['Was habe ich am 21. November 2030 um 01:40 verlangt?', 'Two planks of larch.'],
    ['What did you answer at 01:41 on 21 November 2030?', 'They are on the quay'],
    ['我在2030年11月21日01:40说了什么？', 'Two planks of larch.'],
    ['私は2030年11月21日 01:40に何を頼みましたか？', 'Two planks of larch.'],
  ])('lead to who spoke at a minute, not to words for speaking: %s', async (query, wanted) => {
    const others = Array.from({ length: 200 }, (_, day): Written => ({
      kind: day % 2 === 0 ? 'user_message' : 'agent_message',
      at: at(-(day + 2) * 1_440),
      text: `Crate ${day} is at berth ${day % 7}.`,
    }));
    const memory = createMemoryRetriever();
    await memory.append([
      ...others,
      { kind: 'user_message', at: at(33), text: 'Green paint.' },
      { kind: 'user_message', at: at(40), text: 'Two planks of larch. They are for the ramp of the third hold, soft since the frost.' },
      { kind: 'agent_message', at: at(41), text: 'They are on the quay, between the scales and the old crane, under a sheet.' },
      { kind: 'tool_result', at: at(40), text: 'user user user: request granted, answer of the assistant sent; 21 Nov 01:40; verlangt' },
      { kind: 'agent_message', at: at(52), text: 'Your request and the answer are noted, user.' },
      { kind: 'user_message', at: at(53), text: 'Request, user.' },
    ]);
    for (const when of ['pending', 'indexed']) {
      const { passages } = await memory.retriever.recall({ ...ask, queries: [query] });
      expect(passages[0]!.text, when).toMatch(wanted);
      await memory.project();
    }
  });

  it('tell what was said of a topic at a minute, where calls of that minute hold the word for speaking', async () => {
    const events: Written[] = [
      { kind: 'user_message', at: at(31), text: 'The gangway needs new planks of larch, and its rail some paint.' },
      {
        kind: 'tool_call',
        at: at(31),
        text: '',
        body: { call: { id: 'c', name: 'requestPlan', arguments: '{"request":"gangway request"}' } },
      },
      { kind: 'tool_result', at: at(31), text: 'request of the gangway: requestPlan request request' },
      { kind: 'user_message', at: at(33), text: 'The gulls are loud.' },
    ];
    expect(await firstOf(events, 'What did I request about the gangway at 01:31 on 21 November 2030?')).toMatch('planks of larch');
  });

  describe('of which nothing was found', () => {
    const filler = Array.from({ length: 40 }, (_, i): Written => ({
      kind: i % 2 === 0 ? 'user_message' : 'agent_message',
      at: at(i * 3),
      text: `Note ${i}: the cutter left pier ${i % 11} at dawn.`,
    }));
    const told: Written = { kind: 'user_message', at: at(40), text: 'The gangway needs new planks of larch, 18 of them, zwei Meter lang.' };
    const recall = async (query: string, more: readonly Written[] = []) => {
      const memory = createMemoryRetriever();
      await memory.append([...filler, told, ...more]);
      await memory.project();
      return memory.retriever.recall({ ...ask, queries: [query], asOf: Date.UTC(2030, 11, 1) });
    };

    it.each([
      'How many planks of larch did I say the gangway needs at 04:20 on 17 November 2030?',
      'What did I say on 19 November 2030 about the planks of larch that the gangway needs?',
      'Was habe ich am 19. November 2030 über planks of larch der gangway gesagt?',
      'What did I tell you before 3 October 2030 about the planks of larch the gangway needs?',
    ])('make an answer of other times unsure, and say so: %s', async (query) => {
      const { hits, outcome, rendered } = await recall(query);
      expect(hits[0]!.occurredAt).toBe(told.at);
      expect(outcome).not.toBe('answered');
      expect(rendered).toMatch(
        /^\[(unsure|not found): nothing on this was found at the time asked about \(.*\); below is of other times\]$/m,
      );
    });

    it.each([
      ['How many planks did I say the gangway needs at 04:20 on 17 November 2030?', '2030-11-17 04:20'],
      ['What did I tell you before 3 October 2030 about the planks of larch?', 'before 2030-10-03'],
      ['How many planks did I say the gangway needs at 04:20 on 17 November?', '2030-11-17 04:20, and the same in the 9 years before'],
    ])('are named as they were understood: %s', async (query, named) => {
      const { rendered } = await recall(query);
      expect(rendered).toContain(`nothing on this was found at the time asked about (${named}); below`);
    });

    it.each([
      ['What did I say on 21 November 2030 about the planks of larch that the gangway needs?', []],
      ['How many planks of larch does the gangway need?', []],
      [
        'What did I say on 19 November 2030 about the planks of larch that the gangway needs?',
        [{ kind: 'user_message', at: at(60), text: 'On 19 November 2030 we saw that the gangway needs planks of larch.' }],
      ],
    ] as const)('change nothing where something of them was found, or told: %s', async (query, more) => {
      const { outcome, rendered } = await recall(query, more);
      expect(outcome).toBe('answered');
      expect(rendered).not.toContain('other times');
    });
  });

  it('are searched by words where the speakers have names', async () => {
    const said = (agent: string, minute: number, text: string): Written => ({
      kind: 'user_message',
      at: at(minute),
      text,
      body: { meta: { agent } },
    });
    const events = [said('Ada', 30, 'I paint.'), said('Ben', 40, 'My wish is a boat.'), said('Ada', 41, 'Boats leak.')];
    expect(await firstOf(events, 'What did I wish for at 01:40 on 21 November 2030?')).toBe('My wish is a boat.');
  });

  it.each([
    ['What is our latest decision?', 'Two gateways.'],
    ['What did we decide first?', 'The log is on SQLite.'],
    ['Was haben wir zuletzt entschieden?', 'Two gateways.'],
  ])('tell the first and the last decision, whatever words it has: %s', async (query, wanted) => {
    const events: Written[] = [
      { kind: 'user_message', at: at(0), text: 'Let us plan the decision board of the harbour.' },
      { kind: 'decision', at: at(1), text: 'The log is on SQLite.' },
      { kind: 'decision', at: at(2), text: 'Two gateways.' },
      { kind: 'user_message', at: at(3), text: 'The gulls are loud.' },
    ];
    expect(await firstOf(events, query)).toBe(wanted);
  });

  it('tell the last decision where it was kept as a message', async () => {
    const events: Written[] = [
      { kind: 'user_message', at: at(0), text: 'We decided to ship on Mondays.' },
      { kind: 'agent_message', at: at(1), text: 'The crane is mended.' },
      { kind: 'user_message', at: at(20), text: 'We decided to ship on Fridays.' },
      { kind: 'agent_message', at: at(21), text: 'The gulls are loud.' },
    ];
    expect(await firstOf(events, 'What is our latest decision?')).toBe('We decided to ship on Fridays.');
  });

  it('tell the first and the last of what is alike', async () => {
    const events = ['hoarse', 'silent', 'shrill'].map((tone, day): Written => ({
      kind: 'user_message',
      at: at(day * 1_440),
      text: `The test of the fog horn went well, its tone was ${tone}.`,
    }));
    expect(await firstOf(events, 'How did the first test of the fog horn go?')).toMatch('hoarse');
    expect(await firstOf(events, 'How did the latest test of the fog horn go?')).toMatch('shrill');
  });

  it('come with whose words are asked for', async () => {
    const text = 'We should caulk the hull before the frost.';
    const events: Written[] = [
      { kind: 'tool_result', text: 'caulk hull frost' },
      { kind: 'agent_message', text: `${text} It is cheap.` },
      { kind: 'user_message', text: `${text} It is urgent.` },
    ];
    expect(await firstOf(events, 'What did I say about the hull and the frost?')).toMatch('urgent');
    expect(await firstOf(events, 'What did you say about the hull and the frost?')).toMatch('cheap');
  });

  it('ask for what was said in them where they are all that a question names', async () => {
    const memory = createMemoryRetriever();
    const day = 1_440;
    const said = (kind: Written['kind'], minute: number, text: string): Written => ({ kind, at: at(minute), text });
    const ids = await memory.append([
      said('user_message', 0, 'Please paint the shed.'),
      said('agent_message', 5, 'The shed is green.'),
      said('user_message', day, 'Book two seats to Oslo.'),
      said('agent_message', day + 5, 'Row 12 is booked.'),
      said('user_message', 2 * day, 'Sharpen the scythe.'),
      said('agent_message', 2 * day + 5, 'The scythe was sharp yesterday.'),
    ]);
    const beside = [
      said('tool_result', day + 6, 'The user is logged in.'),
      said('thinking', day + 7, 'The user is in a hurry, the assistant is not.'),
    ];
    await memory.append(beside, { ...ask, session: 's2' });
    for (const when of ['pending', 'indexed']) {
      const recall = (query: string) => memory.retriever.recall({ ...ask, queries: [query] });
      const answer = await recall('What did we do on 22 November 2030?');
      expect(answer.hits.map(({ eventId }) => eventId).sort(), when).toEqual(ids.slice(2, 4).sort());
      const ofKinds = await memory.retriever.recall({
        ...ask,
        queries: ['What did we do on 22 November 2030?'],
        scope: { kinds: ['user_message'] },
      });
      expect(
        ofKinds.hits.map(({ eventId }) => eventId),
        when,
      ).toEqual([ids[2]]);
      for (const query of ['What did I ask on 22 November 2030?', 'Was habe ich am 22. November 2030 gesagt?'])
        expect((await recall(query)).hits[0]!.eventId, `${when}: ${query}`).toBe(ids[2]);
      for (const query of [
        'What did we talk about on 22 November?',
        'What happened on 22 November 2030?',
        'Was ist am 22. November passiert?',
        'What happened at 01:03 on 22 November 2030?',
      ]) {
        const { hits, outcome } = await memory.retriever.recall({ ...ask, queries: [query], asOf: at(30 * day) });
        const wanted = query.includes('01:03') ? 'unsure' : 'answered';
        expect([outcome, ...hits.map(({ eventId }) => eventId).sort()], `${when}: ${query}`).toEqual([wanted, ...ids.slice(2, 4).sort()]);
      }
      expect(answer, when).toMatchObject({ outcome: 'answered' });
      expect(answer.rendered, when).toContain('Book two seats to Oslo.');
      await memory.project();
    }
  });

  it('are answered where all that was found is of them, and nothing else is asked', async () => {
    const memory = createMemoryRetriever();
    await memory.append([
      { kind: 'user_message', at: at(0), text: 'Please paint the shed.' },
      { kind: 'agent_message', at: at(1), text: 'The shed is green.' },
      { kind: 'tool_result', at: at(3 * 1_440), text: 'What we did on 24 November 2030.' },
      { kind: 'user_message', at: at(4 * 1_440), text: 'Sharpen the scythe.' },
    ]);
    for (const when of ['pending', 'indexed']) {
      const outcomeOf = async (query: string) => {
        const { outcome, confidence, hits } = await memory.retriever.recall({ ...ask, queries: [query], asOf: at(4 * 1_440 + 60) });
        expect(hits.slice(0, 1).every((hit) => hit.confidence <= confidence)).toBe(true);
        expect(confidence >= 0.9, `${when}: ${query}`).toBe(outcome === 'answered');
        return outcome;
      };
      for (const query of [
        'What did I say at 01:00 on 21 November 2030?',
        'Was haben wir am 21. November 2030 gesagt?',
        'What did I ask on 21 November?',
      ])
        expect(await outcomeOf(query), `${when}: ${query}`).toBe('answered');
      for (const query of [
        'What did we do on 22 November 2030?',
        'What did you say on 25 November 2030?',
        'What did we do on 24 November 2030?',
        'What did we do yesterday?',
        'What did I say at 01:12 on 21 November 2030?',
        'Why did we do that on 21 November 2030?',
        'What did we say about the boat on 21 November 2030?',
      ])
        expect(await outcomeOf(query), `${when}: ${query}`).not.toBe('answered');
      await memory.project();
    }
  });

  it('may be none, where the first or the last thing is asked for that somebody said', async () => {
    const memory = createMemoryRetriever();
    const count = 700;
    const said = Array.from({ length: count }, (_, place): Written => ({
      kind: place % 2 === 0 ? 'user_message' : 'agent_message',
      at: at(place),
      text: `Crate ${place} went to the last berth of the first quay.`,
    }));
    const ids = await memory.append(said.slice(0, -2));
    await memory.project();
    ids.push(...(await memory.append(said.slice(-2))));
    const firstOf = async (query: string) => ids.indexOf((await memory.retriever.recall({ ...ask, queries: [query] })).hits[0]!.eventId);
    for (const when of ['pending', 'indexed']) {
      for (const query of [
        'What was the last thing I asked you?',
        'What did I say last?',
        'Was habe ich zuletzt gefragt?',
        'What was my last request?',
      ])
        expect(await firstOf(query), `${when}: ${query}`).toBe(count - 2);
      for (const query of ['What did I ask first?', 'What was the first thing I said?', 'What was my first question?'])
        expect(await firstOf(query), `${when}: ${query}`).toBe(0);
      expect(await firstOf('What did you say last?'), when).toBe(count - 1);
      expect(await firstOf('What did I say first about crate 300?'), when).toBe(300);
      await memory.project();
    }
  });

  it('bring the day itself before the days beside, and of a speaker what he said', async () => {
    const day = (back: number): number => Date.UTC(2030, 10, 28 - back, 9);
    const memory = createMemoryRetriever();
    const events = [4, 3, 2, 1].flatMap((back): Written[] => [
      { kind: 'user_message', at: day(back), text: `The fence of field ${back} is done.` },
      { kind: 'agent_message', at: day(back) + 1, text: `Field ${back} is noted, what we did and what happened two days ago.` },
    ]);
    const ids = await memory.append(events);
    await memory.project();
    const hitsOf = async (query: string) => {
      const { hits } = await memory.retriever.recall({ ...ask, queries: [query], asOf: day(0) });
      return hits.map(({ eventId }) => ids.indexOf(eventId));
    };
    for (const query of ['What happened two days ago?', 'What did we do the day before yesterday?', 'Was ist vorgestern passiert?'])
      expect((await hitsOf(query)).slice(0, 2).sort(), query).toEqual([4, 5]);
    const said = await hitsOf('What did I say two days ago?');
    expect([said[0], said.every((at) => at % 2 === 0)]).toEqual([4, true]);
    expect(await hitsOf('What did I write on 24 November 2030?')).toEqual([0]);
  });

  it('bring what there was in them where nothing tells of the topic', async () => {
    const memory = createMemoryRetriever();
    const ids = await memory.append([
      { kind: 'user_message', at: Date.UTC(2030, 10, 12, 9), text: 'Four tons of gravel.' },
      { kind: 'user_message', at: Date.UTC(2030, 10, 20, 9), text: 'The beekeeper is Ilse Varga.' },
    ]);
    await memory.project();
    const recall = (query: string) => memory.retriever.recall({ ...ask, queries: [query], asOf: Date.UTC(2030, 10, 28, 9) });
    const { hits, outcome } = await recall('Was haben wir letzte Woche entschieden?');
    expect([outcome, ...hits.map(({ eventId }) => eventId)]).toEqual(['unsure', ids[1]]);
    expect((await recall('Was haben wir entschieden?')).hits).toEqual([]);
  });

  it('take in the days beside where they count from today, as it is another day elsewhere', async () => {
    const memory = createMemoryRetriever();
    const ids = await memory.append([
      { kind: 'user_message', at: Date.UTC(2030, 10, 20, 9), text: 'I ordered nets for the harbour.' },
      { kind: 'user_message', at: Date.UTC(2030, 10, 22, 21), text: 'I ordered rope for the harbour.' },
    ]);
    await memory.append(
      Array.from({ length: 40 }, (_, hour): Written => ({
        kind: hour % 2 === 0 ? 'user_message' : 'agent_message',
        at: Date.UTC(2030, 10, 21, 11 + hour),
        text: `The weather of hour ${hour} was mild and kite ${hour * 3} dried in a row.`,
      })),
    );
    await memory.project();
    const asOf = Date.UTC(2030, 10, 23, 2);
    const { hits } = await memory.retriever.recall({ ...ask, queries: ['What did I order today?'], asOf });
    expect(hits[0]!.eventId).toBe(ids[1]);
    expect(hits.map(({ eventId }) => eventId)).not.toContain(ids[0]);
  });
});
