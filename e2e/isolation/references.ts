import { createHash } from 'node:crypto';
import type { Field } from './published-routes.ts';
import { idempotencyKeyOf, labelOf, ownSession, ownSpace, SHARED, type Tenant, type TwoTenants } from './two-tenants.ts';

/** Something of the owner's that a stranger names, and something of the same form that nobody has. */
export interface Reference {
  readonly mine: string;
  readonly nobodys: string;
}

const KINDS = [
  'space',
  'session',
  'event',
  'window',
  'artifact',
  'marker',
  'fact',
  'entry',
  'key',
  'position',
  'cursor',
  'retrieval',
  'tenant',
  'label',
  'idempotencyKey',
] as const;
export type ReferenceKind = (typeof KINDS)[number];
export type References = Readonly<Record<ReferenceKind, readonly Reference[]>>;

/** Kinds that the pattern of a field identifies. */
const BY_PATTERN: readonly ReferenceKind[] = ['event', 'artifact', 'marker', 'key', 'position'];
/** Kinds by the name of a field that accepts any name. */
const BY_NAME: Readonly<Record<string, readonly ReferenceKind[]>> = {
  space: ['space'],
  spaces: ['space'],
  session: ['session'],
  sessions: ['session'],
  ref: ['event', 'artifact'],
  source: ['label'],
  subtaskId: ['label'],
  before: ['retrieval', 'event'],
  beforeTurnId: ['window', 'event'],
  retrievalId: ['retrieval'],
  cursor: ['cursor'],
  factId: ['fact'],
  entryId: ['entry'],
  atEntry: ['entry'],
  tenant: ['tenant'],
  confirm: ['tenant'],
  id: ['tenant', 'label'],
  'Idempotency-Key': ['idempotencyKey'],
};
/** Fields with a pattern, or that accept any name, that refer to nothing of a tenant's. */
const NAMES_NOTHING: Readonly<Record<string, string>> = {
  family: 'a family of tokens',
  format: 'the format of a file',
  mime: 'a media type',
  renderingHash: 'a hash of a text that its sender has',
  type: 'the type of an edit of a vendor',
  vendor: 'a vendor of models',
};
const LABEL_LENGTH = 128;

/** Returns the kinds of another tenant's references that a field may hold. Throws when that is unknown. */
export function kindsOf({ path, schema }: Field, references: References): readonly ReferenceKind[] {
  const name = path.findLast((step) => step !== '[]')!;
  if (BY_NAME[name]) return BY_NAME[name];
  if (name in NAMES_NOTHING) return [];
  if (schema['pattern'] === undefined) return schema['maxLength'] === LABEL_LENGTH || name === 'topic' ? ['label'] : [];
  const pattern = new RegExp(schema['pattern'] as string);
  const fitting = BY_PATTERN.filter((kind) => references[kind].every(({ mine }) => pattern.test(mine)));
  if (fitting.length !== 1)
    throw new Error(`What does ${path.join('.')} (${schema['pattern']}) name? Say so in e2e/isolation/references.ts.`);
  return fitting;
}

const other = (text: string, alphabet: string): string => {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(text, (_, at) => alphabet[bytes[at % bytes.length]! % alphabet.length]).join('');
};
const HEX = '0123456789abcdef';

/** Makes an id that has the same age as the given one and belongs to nobody. */
const otherUlid = (id: string): string => {
  const [ulid, ...check] = id.split('.');
  return [ulid!.slice(0, 10) + other(ulid!.slice(10), '0123456789ABCDEFGHJKMNPQRSTVWXYZ'), ...check.map((text) => other(text, HEX))].join(
    '.',
  );
};

/** Makes the id of a fact that another event would state, at the same place of its text. */
function otherFact(id: string): Reference {
  const [event, from] = id.split('.');
  return { mine: id, nobodys: `${otherUlid(event!)}.${from}` };
}

/** Collects everything of the owner's that has a name or an id, as a stranger might have learned it. */
export async function collectReferences({ owner }: TwoTenants): Promise<References> {
  const { send, name: own } = owner;
  const nameOfNobody = (name: string): Reference => ({
    mine: name,
    nobodys: name.replace(own, 'surtsey!'.slice(0, own.length).replace('!', 'x')),
  });
  const places = [SHARED, { space: SHARED.space, session: ownSession(owner) }, { space: ownSpace(owner), session: SHARED.session }];
  const paths = places.map(({ space, session }) => `/v1/spaces/${space}/sessions/${session}`);
  const pages = await Promise.all(paths.map(async (path) => (await send('GET', `${path}/events?limit=500`)).events as any[]));
  const [shared, ...alone] = pages as [any[], ...any[][]];
  const byKind = (kind: string) => shared.find((event) => event.kind === kind)!.id as string;
  const events = [
    shared[0].id,
    byKind('compaction'),
    byKind('task_state'),
    shared.at(-1).id,
    ...alone.map((page) => page[1].id),
  ] as string[];
  const artifacts = pages.map((page) => page.flatMap(({ body }) => body?.artifacts ?? [])[0].id as string);
  const { anatomy } = await send('GET', `${paths[0]}/anatomy`);
  const { retrievals } = await send('GET', `/v1/spaces/${SHARED.space}/retrievals`);
  const { keys } = await send('GET', '/v1/keys');
  const known = await Promise.all([SHARED.space, ownSpace(owner)].map((space) => send('GET', `/v1/spaces/${space}/facts`)));
  const factIds = known.map(({ facts }) => facts.at(-1).id as string);
  const { entries } = await send('GET', `/v1/spaces/${SHARED.space}/ledger`);
  const entryIds = [entries[0].id, entries.at(-1).id] as string[];
  const ulids = (ids: readonly string[]) => ids.map((mine) => ({ mine, nobodys: otherUlid(mine) }));
  const names = { space: nameOfNobody(ownSpace(owner)), session: nameOfNobody(ownSession(owner)) };
  return {
    space: [names.space],
    session: [names.session],
    event: ulids(events),
    window: ulids([anatomy[0].turnId]),
    artifact: artifacts.map((mine) => ({ mine, nobodys: `art_${other(mine.slice(4), HEX)}` })),
    // The stranger has a first marker too.
    marker: ['m2', 'm3'].map((mine) => ({ mine, nobodys: `m99${mine.slice(1)}` })),
    fact: factIds.map(otherFact),
    entry: ulids(entryIds),
    key: keys.map(({ id }: { id: string }) => ({ mine: id, nobodys: other(id, HEX) })),
    position: [await positionOf(owner)],
    cursor: (await cursorsOf(owner)).map((mine) => ({
      mine,
      nobodys: withNamesOfNobody(mine, [
        ...Object.values(names),
        ...ulids([...events, ...entries.map(({ id }: { id: string }) => id)]),
        ...known[0].facts.map(({ id }: { id: string }) => otherFact(id)),
      ]),
    })),
    retrieval: ulids(retrievals.map((one: any) => one.retrievalId)),
    tenant: [nameOfNobody(owner.id)],
    label: [nameOfNobody(labelOf(owner))],
    idempotencyKey: [nameOfNobody(idempotencyKeyOf(owner))],
  };
}

async function positionOf({ send }: Tenant): Promise<Reference> {
  const { position } = await send('GET', `/v1/spaces/${SHARED.space}/sessions/${SHARED.session}`);
  return { mine: position, nobodys: `p${other(position.slice(1, -1), HEX)}A` };
}

/** Returns one cursor of every paged list. */
async function cursorsOf({ send }: Tenant): Promise<string[]> {
  const lists = [
    '/v1/spaces',
    `/v1/spaces/${SHARED.space}/sessions`,
    `/v1/spaces/${SHARED.space}/sessions/${SHARED.session}/markers/m1/expand`,
    `/v1/spaces/${SHARED.space}/facts`,
    `/v1/spaces/${SHARED.space}/ledger`,
    '/v1/audit',
  ];
  const pages = await Promise.all(lists.map((path) => send('GET', `${path}?limit=1`)));
  return pages.map(({ cursor }, at) => {
    if (cursor === undefined) throw new Error(`${lists[at]} has no second page`);
    return cursor as string;
  });
}

/** Replaces the owner's names inside a cursor, which is a store's data in base64. */
function withNamesOfNobody(cursor: string, names: readonly Reference[]): string {
  const inside = Buffer.from(cursor, 'base64url').toString('utf8');
  return Buffer.from(names.reduce((text, { mine, nobodys }) => text.replaceAll(mine, nobodys), inside)).toString('base64url');
}
