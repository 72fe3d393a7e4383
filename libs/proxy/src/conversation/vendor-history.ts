import { groupItems } from '../dialects/responses-dialect.ts';
import { typeOf } from '../dialects/responses-items.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import { isRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import { openCompaction, type ItemRoom, type OpenedCompaction } from './compaction-item.ts';
import { createHeldResponses, isOf, type Held, type Owned } from './held-responses.ts';
import type { Message } from './read-conversation.ts';

/** The whole conversation of a request that may say only what is new of it. */
export interface GivenHistory {
  /** Texts of all messages. */
  readonly raws: readonly string[];
  /** What stands for history that only the vendor knows; its window cannot be planned. */
  readonly unknown?: string;
  /** Fields that must go where the messages are written out, as JSON texts. */
  readonly dropped: Readonly<Record<string, string>>;
  /** Number of messages that the vendor holds, and the response that they end with. */
  readonly heldLength: number;
  readonly heldBy?: string;
  /** The session that the conversation is recorded in, where that is known. */
  readonly session?: string;
  /** True where they end with an answer of which the vendor does not know all by that name. */
  readonly isJoined?: boolean;
  /** A compaction of ours that was opened; the vendor cannot read it. */
  readonly opened?: OpenedCompaction;
}

/** A conversation that a response has ended. */
export interface EndedHistory {
  readonly body: JsonRecord;
  readonly given: GivenHistory;
  readonly session: string;
  readonly messages: readonly Message[];
  /** The answer as the caller has it, read, and with the response's id. */
  readonly answered: readonly Message[];
  readonly told: JsonRecord;
  /** True for an answer that was joined of several. */
  readonly isJoined: boolean;
}

export interface VendorHistory {
  /** Throws where there is no room for what a compaction item unpacks to. */
  read(owner: string, body: JsonRecord, listed: readonly string[], room?: ItemRoom): GivenHistory;
  /** Keeps what a response ended. */
  keep(of: Owned, ended: EndedHistory): void;
  /** Forgets a response that the vendor was told to delete. */
  forget(owner: string, id: string): void;
  /** Forgets what is recorded in a session, as events of it were erased; all there is without one. */
  forgetErased(session: string | undefined): void;
}

/** Creates the memory of what vendors hold. A response that is forgotten costs its followers the window, not the call. */
export function createVendorHistory(): VendorHistory {
  const responses = createHeldResponses();
  const items = createSharedEntries<{ readonly session: string; readonly text: string }>(PROXY_LIMITS.heldChars / 2);
  const copyOf = (text: string): string => Buffer.from(text).toString('utf8');

  function resolved(owner: string, raw: string): string | undefined {
    const item = JSON.parse(raw) as JsonRecord;
    return typeOf(item) === 'item_reference' ? items.get(`${owner}:${String(item.id)}`)?.text : raw;
  }

  return {
    read(owner, { previous_response_id: previous, conversation }, listed, room) {
      const talk = talkIn(conversation);
      const name = talk ?? previous ?? undefined;
      const dropped: Record<string, string> = typeof previous === 'string' ? { previous_response_id: 'null' } : {};
      const heldBy = name === undefined ? undefined : responses.keyOf(owner, String(name));
      const held = heldBy === undefined ? undefined : responses.historyTo(heldBy);
      const own = listed.map((raw) => resolved(owner, raw));
      const opened = openCompaction(
        own.map((raw, at) => raw ?? listed[at]!),
        room,
      );
      const { raws: before, root } = held ?? { raws: [], root: undefined };
      const isUnknown = own.includes(undefined) || (name !== undefined && (!held || root !== undefined || talk !== undefined));
      const unknown = isUnknown ? String(root ?? name ?? 'items') : undefined;
      // An item compacted here holds all that came before it.
      const shown = opened ? opened.raws : own.map((raw, at) => raw ?? listed[at]!);
      const raws = opened ? groupItems(shown) : [...before, ...groupItems(shown)];
      return {
        raws,
        ...(unknown !== undefined && { unknown }),
        dropped,
        heldLength: opened ? 0 : before.length,
        ...(held && !opened && { heldBy: heldBy!, session: held.session, isJoined: held.isJoined }),
        ...(opened && { session: opened.session, opened: { ...opened, length: groupItems(opened.raws.slice(0, opened.length)).length } }),
      };
    },
    keep(of, { body, given: { heldBy, heldLength, unknown }, session, messages, answered, told, isJoined }) {
      const { store: asked, conversation } = body;
      const { owner, holder } = of;
      const { id, items: output, store, status } = told;
      const isKept = asked !== false && store !== false && (status === 'completed' || status === 'incomplete');
      if (!isKept || typeof id !== 'string') return;
      const shared = heldBy === undefined ? responses.longestKnown(owner, messages) : undefined;
      const fresh = [...messages.slice(shared ? shared.length : heldLength), ...answered].map(({ raw }) => copyOf(raw));
      const before = heldBy ?? shared?.heldBy;
      const end: Held = {
        ...(before !== undefined && { before }),
        ...(unknown !== undefined && { root: unknown }),
        session,
        raws: fresh,
        isJoined,
      };
      const talk = talkIn(conversation);
      const chain = `chain ${(answered.at(-1) ?? messages.at(-1)!).chain}`;
      responses.set(of, id, end, talk === undefined ? [chain] : [talk, chain]);
      for (const item of recordsIn(output))
        if (typeof item.id === 'string') {
          const text = JSON.stringify(item);
          items.set(holder, `${owner}:${item.id}`, { session, text }, text.length);
        }
    },
    forget(owner, id) {
      responses.delete(owner, id);
    },
    forgetErased(session) {
      responses.deleteOf(session);
      items.deleteWhere((item) => isOf(item, session));
    },
  };
}

function talkIn(conversation: unknown): string | undefined {
  const id = isRecord(conversation) ? conversation.id : conversation;
  return typeof id === 'string' ? id : undefined;
}
