import type { FillClaim } from '@total-recall/ports';
import { createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';

const BEAT_MS = 1_000;
/** Time without a beat after which the holder counts as killed. It is far longer than a beat takes on a busy server. */
const SILENT_MS = 10_000;
const ID = 'filler';
const CONFLICT = 409;
const AWAY = 404;

interface Held {
  readonly token: string;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

interface HeldAnswer {
  readonly found?: boolean;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source?: { readonly set: string };
}

export interface ClaimOptions {
  readonly connection: OpenSearchConnection;
  /** Index of the marks of the generation that is current, which exists before the one to fill does. */
  readonly index: string;
  readonly silentMs?: number;
}

/**
 * Claims to be the only rebuild, by one small document that its holder writes again every second. Returns undefined if
 * another holds it. One whose document stays the same for ten seconds was killed: its claim is taken over.
 */
export async function claimFill({ connection, index, silentMs = SILENT_MS }: ClaimOptions): Promise<FillClaim | undefined> {
  const scheduler = createSystemScheduler();
  const token = Buffer.from(createSystemRandom().bytes(16)).toString('hex');
  const path = `/${index}/_doc/${ID}`;
  const read = async (): Promise<Held | undefined> => {
    const { body } = await connection.request<HeldAnswer>({
      method: 'GET',
      path,
      query: { routing: ID },
      doing: 'read who fills an index generation',
      accept: [AWAY],
    });
    return body.found ? { token: body._source!.set, seqNo: body._seq_no, primaryTerm: body._primary_term } : undefined;
  };
  /** Writes the document over the one that was read. Whether that worked is read, as a request may have been repeated. */
  const write = async (over: Held | undefined): Promise<Held | undefined> => {
    await connection.request({
      method: 'PUT',
      path,
      query: { routing: ID, ...(over ? matching(over) : { op_type: 'create' }) },
      body: { type: 'filler', set: token },
      doing: 'claim to fill an index generation',
      accept: [CONFLICT],
    });
    const found = await read();
    return found?.token === token ? found : undefined;
  };

  const before = await read();
  if (before) await scheduler.delay(silentMs);
  const silent = before && (await read());
  if (silent && silent.seqNo !== before.seqNo) return undefined;
  const claimed = await write(silent);
  if (!claimed) return undefined;

  let held = claimed;

  const [lost, ending] = [new AbortController(), new AbortController()];
  const beating = (async (): Promise<void> => {
    while (!connection.isClosed) {
      await scheduler.delay(BEAT_MS, ending.signal);
      // A server that is away takes no claim of others either.
      const next = await write(held).catch(() => held);
      if (!next) return lost.abort();
      held = next;
    }
  })().catch(() => undefined);

  return {
    lost: lost.signal,
    async release() {
      ending.abort();
      await beating;
      if (lost.signal.aborted) return;
      await connection.request({
        method: 'DELETE',
        path,
        query: { routing: ID, ...matching(held) },
        doing: 'end the claim to fill an index generation',
        accept: [AWAY, CONFLICT],
      });
    },
  };
}

const matching = ({ seqNo, primaryTerm }: Held) => ({ if_seq_no: seqNo, if_primary_term: primaryTerm });
