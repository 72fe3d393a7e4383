import type { InProcess } from '@total-recall/cli';
import type { ConversationStore } from '@total-recall/evaluation';

/** Parts at most into which the sessions of a conversation are cut; after each a sweep runs and the digest is written. */
const PARTS = 4;
const SPACE = 'digest-over-days';

/** The size of the digest while a conversation grows, against all that was said. Source: 000 §10 (entrypoint size). */
export async function digestOverDays({ cores, target }: InProcess, name: string, store: ConversationStore): Promise<string[][]> {
  const { tenant } = target;
  const place = { tenant, space: SPACE };
  const rows: string[][] = [];
  let [messages, bytes, done] = [0, 0, 0];
  const parts = Math.min(PARTS, store.sessions.length);
  for (let part = 1; part <= parts; part += 1) {
    const to = Math.round((part * store.sessions.length) / parts);
    for (const { name: session, events } of store.sessions.slice(done, to)) {
      for (let from = 0; from < events.length; from += 100)
        await target.ingest.append({ ...place, session, events: events.slice(from, from + 100) });
      messages += events.length;
      bytes += events.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0);
    }
    done = to;
    await target.settle();
    for (let hasMore = true; hasMore;) ({ hasMore } = await cores.consolidator!.consolidate(place));
    const { text, facts, left } = await cores.consolidator!.digest(place);
    const size = Buffer.byteLength(text);
    rows.push([
      `${name}, ${done} sessions`,
      String(messages),
      kib(bytes),
      String(facts),
      String(left),
      kib(size),
      `${(100 * (1 - size / bytes)).toFixed(1)} %`,
    ]);
  }
  return rows;
}

digestOverDays.columns = ['', 'messages', 'KiB said', 'facts shown', 'left out', 'digest KiB', 'smaller by'] as readonly string[];

const kib = (bytes: number): string => (bytes / 1_024).toFixed(1);
