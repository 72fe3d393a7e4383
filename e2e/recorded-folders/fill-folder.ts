import { createClient, type Client, type NewEventWire } from '@total-recall/client';
import type { RecordedFolder } from './recorded-folder.ts';

export const SPACE = 'harbour';
/** Session that is compacted. */
export const BERTHS = 'berths';
/** Session that a legal hold keeps. */
export const PORTS = 'ports';
/** Session of which one event and its file are erased. */
export const TIDES = 'tides';
/** Session that is erased whole. */
export const FOGS = 'fogs';
export const RULE = 'Never assign berth 7 to a ferry.';
/** Strings of the compacted session, in messages, calls, small and large results. */
export const EXACT = ['zq-gauge-0417', 'logs/crane_3.txt', 'crane-serial-5519', 'bollard-88-west'] as const;
export const FORGOTTEN = 'The mole is closed in winter.';
export const ERASED = ['zq-customer-9914', 'zq-fog-signal-31'] as const;
/** Key and events of an append that a caller may send again. */
export const REPEATED = { idempotencyKey: 'once', events: [{ kind: 'user_message', text: 'Is berth 7 clear?' }] } as const;

type Filled = Pick<RecordedFolder, 'apiKeys' | 'erasureId'>;

/** Fills the data folder of a service with made-up words, by nothing but its public API. */
export async function fillFolder(url: string, admin: string): Promise<Filled> {
  const client = createClient({ url, apiKey: admin });
  await fillBerths(client);
  await fillFacts(client);
  const erasureId = await erase(client);
  await client.placeHold({ name: 'case 4711', space: SPACE, session: PORTS });
  const { apiKey: reader } = await client.createKey({ name: 'reader', scopes: ['read'], spaces: [SPACE] });
  const { apiKey: revoked, key } = await client.createKey({ name: 'revoked', scopes: ['read'] });
  await client.revokeKey(key.id);
  return { apiKeys: { admin, reader, revoked }, erasureId };
}

async function fillBerths(client: Client): Promise<void> {
  const session = client.space(SPACE).session(BERTHS);
  await session.setPolicy({ windowTokens: 3_000 });
  await session.append([{ kind: 'constraint', text: RULE }]);
  for (let turn = 0; turn < 12; turn += 1) await session.append(turnOf(turn), { wait: 'searchable' });
  await session.updateTaskState({ fields: { goals: ['clear berth 7'], premises: { tide: 'low' }, phase: 'execute' } });
  await session.append([...REPEATED.events], { idempotencyKey: REPEATED.idempotencyKey, wait: 'searchable' });
  await session.window();
}

function turnOf(turn: number): NewEventWire[] {
  const call = { id: `call-${turn}`, name: 'read_log' };
  const held = (line: number): string => `crane ${turn} holds ${line * 7} t at berth ${line}`;
  const lines = Array.from({ length: turn === 5 ? 400 : 30 }, (_, line) => held(line));
  if (turn === 3) lines[17] = `${EXACT[2]} was oiled`;
  if (turn === 5) lines[217] = `the rope was tied to ${EXACT[3]}`;
  const occurredAt = Date.UTC(2026, 3, 1) + turn * 60_000;
  const events: NewEventWire[] = [
    { kind: 'user_message', text: turn === 1 ? `The gauge is ${EXACT[0]}.` : `Which crane holds at berth ${turn}?` },
    { kind: 'tool_call', call: { ...call, arguments: `{"path":"logs/crane_${turn}.txt"}` } },
    { kind: 'tool_result', call, text: lines.join('\n') },
    { kind: 'agent_message', text: `Crane ${turn} holds at berth ${turn}.` },
  ];
  return events.map((event) => ({ ...event, occurredAt }));
}

async function fillFacts(client: Client): Promise<void> {
  const space = client.space(SPACE);
  const said = (session: string, day: number, ...texts: string[]) =>
    space.session(session).append(
      texts.map((text): NewEventWire => ({ kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, day) })),
      { wait: 'searchable' },
    );
  await said(PORTS, 4, 'The staging port is 4100.', 'The deploy region is eu-west-1.');
  await said(PORTS, 9, 'The staging port is 4200 now.');
  await space.consolidate();
  await space.remember({ label: 'user', subject: 'user', attribute: 'home', value: 'Oslo', text: 'I live in Oslo.' });
  const region = (await space.facts({ text: 'The deploy region is eu-west-1.' })).facts[0]!;
  await space.correct(region.id, { text: 'The deploy region is eu-west-3.', value: 'eu-west-3' });
  const { fact } = await space.remember({ label: 'project', subject: 'project', text: FORGOTTEN });
  await space.forget(fact.id);
  const taken = await space.remember({ label: 'project', subject: 'project', text: 'The crane is blue.' });
  await space.undo(taken.entryId);
}

async function erase(client: Client): Promise<string> {
  const space = client.space(SPACE);
  const data = Buffer.from(`a note about ${ERASED[0]}`).toString('base64');
  const kept = Buffer.from('a note about the tide').toString('base64');
  const { events } = await space.session(TIDES).append(
    [
      { kind: 'user_message', text: `Ask ${ERASED[0]}.`, attachments: [{ mime: 'text/plain', data, title: 'customer.txt' }] },
      { kind: 'user_message', text: 'High tide is at noon.', attachments: [{ mime: 'text/plain', data: kept, title: 'tide.txt' }] },
    ],
    { wait: 'searchable' },
  );
  await space.session(FOGS).append([{ kind: 'user_message', text: `The fog signal is ${ERASED[1]}.` }], { wait: 'searchable' });
  await client.erase({ space: SPACE, session: FOGS });
  const { id } = await client.erase({ space: SPACE, eventIds: [events[0]!.id] });
  return id;
}
