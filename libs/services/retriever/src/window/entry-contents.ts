import type { EntryContent, EventRecord, SessionState } from '@total-recall/domain';
import { createLruMap } from '@total-recall/runtime';
import type { WindowConfig, WindowDeps } from './window-deps.ts';

/**
 * Opens the events that a window shows. Events change only by erasure, so opened ones are
 * cached, limited by characters.
 */
export interface EntryContents {
  /** `fromLog` has events that the index may not have yet. */
  load(state: SessionState, fromLog?: ReadonlyMap<string, EventRecord>): Promise<Map<string, EntryContent>>;
  /** Opens events of a space by id; those that cannot be opened are missing. */
  open(
    place: Pick<SessionState, 'tenant' | 'space'>,
    ids: readonly string[],
    fromLog?: ReadonlyMap<string, EventRecord>,
  ): Promise<Map<string, EntryContent>>;
  /** Clears the cache, because an event may have been erased. */
  forget(): void;
}

/** Returns the size of an entry in characters; the constant covers what is held beside its text. */
const sizeOf = (content: EntryContent): number => content.fullText.length + 512;

export function createEntryContents(
  deps: Pick<WindowDeps, 'index' | 'sealer' | 'content'>,
  config: Pick<WindowConfig, 'contentCacheChars'>,
): EntryContents {
  const cache = createLruMap<EntryContent>(config.contentCacheChars);
  // Counts clears, so that a read that began before one does not fill the cache after it.
  let forgotten = 0;
  return {
    forget() {
      forgotten += 1;
      cache.clear();
    },
    load(state, fromLog) {
      const wanted = state.entries.filter((entry) => entry.state === 'readable').map((entry) => entry.id);
      const task = state.taskState ?? state.derivedTask;
      if (task) wanted.push(task.eventId);
      if (state.knowledge) wanted.push(state.knowledge.eventId);
      return this.open(state, wanted, fromLog);
    },
    async open(place, ids, fromLog) {
      const asked = forgotten;
      const { tenant, space } = place;
      const keyOf = (id: string) => `${tenant}/${space}/${id}`;
      const wanted = [...new Set(ids)];
      // Taken before the wait: other windows may push them out, and an erasure of other events forgets all.
      const known = new Map(wanted.map((id) => [id, cache.get(keyOf(id))]));
      const missing = wanted.filter((id) => !known.get(id));
      const opened = new Map<string, EntryContent>();
      if (missing.length > 0) {
        const events = await deps.index.events(
          tenant,
          space,
          missing.filter((id) => !fromLog?.has(id)),
        );
        const indexed = await deps.sealer.openAll(events.flatMap((event) => (event ? [event.record] : [])));
        const records = [...indexed, ...missing.flatMap((id) => fromLog?.get(id) ?? [])];
        const readable = records.flatMap(({ envelope, body }) => (typeof body === 'string' ? [] : [{ id: envelope.id, body }]));
        const contents = await Promise.all(readable.map(({ body }) => deps.content.read(place, body)));
        readable.forEach(({ id }, at) => opened.set(id, contents[at]!));
      }
      const found = new Map<string, EntryContent>();
      for (const id of wanted) {
        const content = known.get(id) ?? opened.get(id);
        if (content) found.set(id, content);
      }
      if (asked === forgotten) for (const [id, content] of opened) cache.set(keyOf(id), content, sizeOf(content));
      return found;
    },
  };
}
