import { NO_RETRIEVAL, type NewEvent } from '@total-recall/domain';
import { besideName, createJsonMeter, hashHex, TotalRecallError } from '@total-recall/runtime';
import type { SaidInBetween } from '../answers/exchanges.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { isRecord, parseRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { Memory, StoredEvent } from './memory.ts';

/** Roles that no exchange has a message of. */
const HEAD_ROLES: ReadonlySet<unknown> = new Set(['system', 'developer']);

/** A note as it was read; one that cannot be read, as it was erased or is none of ours, says nothing. */
export interface ReadNote {
  readonly eventId: string;
  readonly form?: string;
  readonly said?: SaidInBetween;
}

/** Names the session that holds what was said within the answers of another one. */
export function notesOf(session: string): string {
  return besideName(session, 'exchanges');
}

/**
 * Returns the event that keeps what was said within an answer; undefined where it is too large. By its receipt it counts
 * as a result of recall: nothing of it is searched or shown, and it is erased with any event that it quotes.
 */
export function noteOf(form: string, { chain, exchange }: SaidInBetween, quotes: readonly string[]): NewEvent | undefined {
  // Behind a restart every exchange counts as one that quotes the memory.
  const text = JSON.stringify({ form, chain, ...exchange, quotes: undefined });
  if (Buffer.byteLength(text) > PROXY_LIMITS.exchangeBytes || quotes.length > PROXY_LIMITS.exchangeQuotes) return undefined;
  const evidence = quotes.map((eventId) => ({ eventId }));
  return { kind: 'system_note', text, recall: { retrievalId: NO_RETRIEVAL, evidence, renderingHash: hashHex(text) } };
}

/** Reads the notes of a session in order; none where there is no such session. */
export async function readNotes(memory: Memory, place: { readonly space: string; readonly session: string }): Promise<ReadNote[]> {
  const notes: ReadNote[] = [];
  let bytes = 0;
  try {
    let fromOrdinal: number | undefined = 1;
    while (fromOrdinal !== undefined && notes.length < PROXY_LIMITS.exchangeNotes && bytes < PROXY_LIMITS.notesBytes) {
      const { events, nextOrdinal }: Awaited<ReturnType<Memory['events']>> = await memory.events({ ...place, fromOrdinal });
      notes.push(...events.map(readNote));
      bytes += events.reduce((sum, { body }) => sum + Buffer.byteLength(body?.text ?? ''), 0);
      fromOrdinal = nextOrdinal;
    }
  } catch (error) {
    if (!(error instanceof TotalRecallError && error.code === 'not_found')) throw error;
  }
  return notes;
}

function readNote({ id: eventId, body }: StoredEvent): ReadNote {
  // A text that was masked is not the one that the model was sent.
  const isWhole =
    body?.recall?.retrievalId === NO_RETRIEVAL &&
    !body.redactions?.some(({ action }) => action === 'mask') &&
    Buffer.byteLength(body.text) <= PROXY_LIMITS.exchangeBytes &&
    isShallow(body.text);
  const { form, chain, messages, results, length } = (isWhole && parseRecord(body.text)) || {};
  if (typeof form !== 'string' || typeof chain !== 'string') return { eventId };
  if (messages === undefined) return { eventId, form, said: { chain } };
  if (!isTexts(messages) || !Array.isArray(results) || !results.every(isRecord) || !isLength(length)) return { eventId };
  // Whoever may write to the space may have written it, so what it says of itself is not taken.
  return { eventId, form, said: { chain, exchange: { messages, results, length, quotes: true } } };
}

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/**
 * Returns true for texts of messages. That of one may be several items, with commas between. Each is what we would write:
 * a text that ends the list of messages would set other fields of the request, one with a field twice hide its role.
 */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string' && isWritten(text));
}

function isWritten(text: string): boolean {
  if (!isShallow(text)) return false;
  const { of } = parseRecord(`{"of":[${text}]}`) ?? {};
  const messages = recordsIn(of);
  return messages.length > 0 && messages.every(isSaid) && JSON.stringify(messages) === `[${text}]`;
}

/** Returns true for JSON no deeper than that of a request may be: another one would end the stack of who writes it. */
function isShallow(json: string): boolean {
  const meter = createJsonMeter({ jsonDepth: PROXY_LIMITS.depth, jsonValues: PROXY_LIMITS.values });
  return meter.add(Buffer.from(json)) === undefined;
}

const isSaid = ({ role }: JsonRecord): boolean => !HEAD_ROLES.has(role);
