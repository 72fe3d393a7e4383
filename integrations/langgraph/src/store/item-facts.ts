import type { BodyWire, EventWire, ReplyWire } from '@total-recall/client';
import { getTextAtPath, type Item } from '@langchain/langgraph-checkpoint';

type Fact = ReplyWire<'listFacts'>['facts'][number];

/** An item, with the fact that it stands in now. */
export interface StoredItem {
  readonly item: Item;
  readonly factId: string;
  /** The event that recall finds it by. */
  readonly eventId: EventWire['id'] | undefined;
}

/** Begins the subject of every fact that is an item, so that others of the space are told apart. */
const OURS = 'store:';
const LONGEST_NAME = 128;
const LONGEST_TEXT = 4_000;

/** The subject of the facts of a namespace. Labels are escaped, so that those below a label begin with it and a slash. */
export function subjectOf(namespace: readonly string[]): string {
  return bounded(OURS + namespace.map(encodeURIComponent).join('/'), 'The namespace');
}

/** Returns the attribute of an item's fact: its key, escaped, as a key may be anything. */
export function attributeOf(key: string): string {
  return bounded(`${encodeURIComponent(key)};`, 'The key');
}

/** Returns the item as a fact. Its text is what search goes by: fields by `index`, else all of it. */
export function factOf(
  namespace: readonly string[],
  key: string,
  value: Item['value'],
  index?: false | string[],
): BodyWire<'rememberFact'> {
  const written = JSON.stringify(value);
  const indexed = index === false ? [] : index === undefined ? [written] : index.flatMap((path) => getTextAtPath(value, path));
  const text = [`${namespace.join(' ')} ${key}:`, ...indexed].join(' ').toWellFormed();
  const tooLong = [written, text].find(({ length }) => length > LONGEST_TEXT);
  if (tooLong)
    throw new RangeError(`The item ${key} has ${tooLong.length} characters, of at most ${LONGEST_TEXT}: keep what is longer in a session.`);
  return { label: 'reference', subject: subjectOf(namespace), attribute: attributeOf(key), value: written.toWellFormed(), text };
}

/** Returns the items that facts and their history tell, in the order in which they were first put. */
export function itemsOf(facts: readonly Fact[]): StoredItem[] {
  const items = new Map<string, StoredItem>();
  const begun = new Map<string, Date>();
  for (const fact of facts) {
    const { subject, attribute, value, status, knownAt } = fact;
    if (!subject.startsWith(OURS) || attribute === undefined || value === undefined) continue;
    const place = `${subject} ${attribute}`;
    if (status.is === 'superseded' && !begun.has(place)) begun.set(place, new Date(knownAt));
    // An item that is put again after a deletion is a new one.
    if (status.is === 'tombstoned') begun.delete(place);
    if (status.is !== 'current') continue;
    const updatedAt = new Date(knownAt);
    const namespace = subject.slice(OURS.length).split('/').map(decodeURIComponent);
    const key = decodeURIComponent(attribute.slice(0, -1));
    const item = { namespace, key, value: JSON.parse(value) as Item['value'], createdAt: begun.get(place) ?? updatedAt, updatedAt };
    items.set(place, { item, factId: fact.id, eventId: fact.evidence[0]?.eventId });
  }
  return [...items.values()];
}

function bounded(name: string, what: string): string {
  if (name.length <= LONGEST_NAME) return name;
  throw new RangeError(`${what} has ${name.length} characters once escaped, of at most ${LONGEST_NAME}.`);
}
