import { eventually } from '../eventually.ts';
import type { ServiceUnderTest } from '../open-services.ts';
import { openOperator, senderOf, type Send } from '../load/operator.ts';

/** A tenant with two strings of its own. */
export interface Tenant {
  readonly id: string;
  readonly apiKey: string;
  /** Part of everything that it names. Another tenant may learn a name and use it. */
  readonly name: string;
  /** Part of everything that it writes. Nobody else knows it. */
  readonly word: string;
  readonly send: Send;
}

/** Session to fill, and the number of rounds of talk and compaction. */
interface Filling {
  readonly space: string;
  readonly session: string;
  readonly rounds: number;
}

/** Two tenants that use the same names; the owner has further spaces and sessions. */
export interface TwoTenants {
  readonly owner: Tenant;
  readonly stranger: Tenant;
}

export const SHARED = { space: 'demo', session: 's1' } as const;
/** Names that only the owner uses. */
export const ownSpace = ({ name }: Pick<Tenant, 'name'>): string => `space-${name}`;
export const ownSession = ({ name }: Pick<Tenant, 'name'>): string => `session-${name}`;
/** Used as agent, task, tag, source and topic. */
export const labelOf = ({ name }: Pick<Tenant, 'name'>): string => `label-${name}`;
export const idempotencyKeyOf = ({ name }: Pick<Tenant, 'name'>): string => `once-${name}`;

const KNOWN = { timeout: 60_000, interval: 50 };
const TURNS = 12;

/** Creates both tenants through the API, as an operator does, and fills them. The owner's memory is longer. */
export async function openTwoTenants(service: ServiceUnderTest): Promise<TwoTenants> {
  const operator = await openOperator(service);
  const make = async (role: string, name: string, word: string): Promise<Tenant> => {
    const id = `${role}-${name}`;
    const apiKey = await operator.makeTenant({ id, name: `Tenant ${word}` });
    return { id, apiKey, name, word, send: senderOf(service.url, apiKey) };
  };
  const [owner, stranger] = [await make('owner', 'krakatoa', 'tambora'), await make('stranger', 'vesuvius', 'stromboli')];
  for (const tenant of [owner, stranger]) await furnish(tenant);
  await fill(owner, { ...SHARED, rounds: 3 });
  await fill(stranger, { ...SHARED, rounds: 1 });
  await fill(owner, { space: SHARED.space, session: ownSession(owner), rounds: 1 });
  await fill(owner, { space: ownSpace(owner), session: SHARED.session, rounds: 1 });
  for (const tenant of [owner, stranger]) await use(tenant, SHARED.session);
  for (const tenant of [owner, stranger]) await delegate(tenant);
  await use(owner, ownSession(owner));
  for (const tenant of [owner, stranger])
    for (const space of [SHARED.space, ownSpace(tenant)]) await tenant.send('POST', `/v1/spaces/${space}/consolidate`);
  return { owner, stranger };
}

/** Sets policies at every level and creates a key. */
async function furnish({ send, word }: Tenant): Promise<void> {
  const extension = (at: string) => ({ taskStateExtensions: { [`${at}-${word}`]: { type: 'string' } } });
  await send('PUT', '/v1/policy', extension('tenant'));
  await send('PUT', `/v1/spaces/${SHARED.space}/policy`, extension('space'));
  await send('PUT', `/v1/spaces/${SHARED.space}/sessions/${SHARED.session}/policy`, extension('session'));
  await send('POST', '/v1/keys', { name: `key-${word}`, scopes: ['read'] });
}

async function fill(tenant: Tenant, { space, session, rounds }: Filling): Promise<void> {
  const { send, word } = tenant;
  const [path, label] = [`/v1/spaces/${space}/sessions/${session}`, labelOf(tenant)];
  const meta = { agent: label, taskId: label, tags: [label], sensitivity: [label] };
  for (let round = 0; round < rounds; round++) {
    const events = Array.from({ length: TURNS }, (_, at) => [
      { kind: 'user_message', text: `Where is crate ${at} of ${word}?`, messageId: label, meta },
      { kind: 'agent_message', text: `Crate ${at} of ${word} stands at quay ${at}. ${`The quay of ${word} is long. `.repeat(20)}`, meta },
    ]).flat();
    const numbered = events.map((event, at) => ({ ...event, sequence: round * events.length + at + 1 }));
    await send('POST', `${path}/events`, { source: label, events: numbered, wait: 'searchable' });
    await send('POST', `${path}/compact`, { trigger: 'demand', targetTokens: 0 });
  }
  const data = Buffer.from(`the ledger of ${word} `.repeat(50)).toString('base64');
  const attachments = [{ mime: 'text/plain', data, title: label }];
  const ledger = { kind: 'user_message', text: `The ledger of ${word} is attached.`, attachments };
  const answer = await send(
    'POST',
    `${path}/events`,
    { events: [ledger], wait: 'searchable' },
    { 'Idempotency-Key': idempotencyKeyOf(tenant) },
  );
  const known = {
    label: 'project',
    subject: label,
    attribute: `berth of ${session}`,
    value: session,
    text: `The berth of ${word} is ${session}.`,
  };
  await send('POST', `/v1/spaces/${space}/facts`, { ...known, reason: label });
  const fields = { goals: [`Keep the crates of ${word}`], keyEvents: [answer.events[0].id] };
  await send('PUT', `${path}/task-state`, { expectedVersion: 0, fields });
}

/** Hands a subtask to an executor, which reports on it. */
async function delegate(tenant: Tenant): Promise<void> {
  const { send, word } = tenant;
  const sessions = `/v1/spaces/${SHARED.space}/sessions`;
  const packet = { subtaskId: 'count', objective: `Count the crates of ${word}.`, planNodeRef: labelOf(tenant) };
  const { session } = await send('POST', `${sessions}/${SHARED.session}/delegations`, packet);
  const keyFindings = [{ text: `All crates of ${word} are there.`, provenance: ['e1'] }];
  await send('POST', `${sessions}/${session}/reports`, { status: 'done', summary: `Counted for ${word}.`, keyFindings });
}

/** Makes a recall whose answer an agent uses, and a window. Resolves when they are counted. */
async function use({ send, word }: Tenant, session: string): Promise<void> {
  const path = `/v1/spaces/${SHARED.space}`;
  const query = `crate 7 of ${word}`;
  const { rendered, retrievalId } = await send('POST', `${path}/recall`, { query, session });
  const call = { id: 'ask', name: 'recall' };
  const said = { kind: 'agent_message', text: `Crate 7 of ${word} stands at quay 7.` };
  const events = [
    { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ query }) } },
    { kind: 'tool_result', call, text: rendered },
    said,
  ];
  await send('POST', `${path}/sessions/${session}/events`, { events, wait: 'searchable' });
  await send('POST', `${path}/sessions/${session}/window`, {});
  await eventually(async () => {
    const { retrievals } = await send('GET', `${path}/retrievals`);
    const { anatomy } = await send('GET', `${path}/sessions/${session}/anatomy`);
    const received = retrievals.find((one: any) => one.retrievalId === retrievalId)?.received;
    if (received === undefined || anatomy.length === 0) throw new Error('what was recalled is not counted yet');
  }, KNOWN);
}
