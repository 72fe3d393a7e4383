import { callerOf, mayTryAgain, needle, type Call, type LoadTarget, type Writer } from './event-load.ts';

export interface LossOptions {
  readonly target: LoadTarget;
  readonly space: string;
  readonly writers: readonly Writer[];
  /** Number of each writer's newest events that recall must find by their unique word. */
  readonly searched: number;
}

const PAGE = 500;
const PATIENCE_MS = 90_000;
const AGAIN_MS = 200;
const LISTED = 20;

/**
 * Returns what is wrong with a memory after a load; an empty list means nothing. Every acknowledged event must exist
 * once, in order, and be found.
 */
export async function findLosses({ target, space, writers, searched }: LossOptions): Promise<string[]> {
  const call = patient(callerOf(target));
  const wrong = await Promise.all(
    writers.map(async (writer) => [
      ...(await findDisorder(call, space, writer)),
      ...(await findUnsearchable(call, space, writer, searched)),
    ]),
  );
  return wrong.flat().slice(0, LISTED);
}

/** Repeats a call as long as the service asks to wait, because it may have to catch up first. */
function patient(call: Call): Call {
  return async (method, path, body) => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await call(method, path, body).catch(() => undefined);
      if (answer && (!mayTryAgain(answer) || performance.now() > until)) return answer;
      if (performance.now() > until) throw new Error(`${method} ${path} had no answer for ${PATIENCE_MS / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
}

/** Checks that every acknowledged event is in its session once, in the order in which it was sent. */
async function findDisorder(call: Call, space: string, { name, acknowledged }: Writer): Promise<string[]> {
  const sent = acknowledged.map(({ id }) => id);
  const found: string[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const page: { status: number; body: any } = await call(
      'GET',
      `/v1/spaces/${space}/sessions/${name}/events?fromOrdinal=${from}&limit=${PAGE}`,
    );
    if (page.status === 404 && sent.length === 0) return [];
    if (page.status !== 200) return [`${name}: its events were answered ${page.status} ${JSON.stringify(page.body)}`];
    for (const event of page.body.events) if (event.kind !== 'compaction') found.push(event.id);
    from = page.body.nextOrdinal;
  }
  const wrong: string[] = [];
  if (new Set(found).size !== found.length) wrong.push(`${name}: ${found.length - new Set(found).size} events stand twice`);
  const present = new Set(found);
  const lost = sent.filter((id) => !present.has(id));
  if (lost.length > 0) wrong.push(`${name}: ${lost.length} of ${sent.length} acknowledged events are lost`);
  else if (found.slice(0, sent.length).join() !== sent.join()) wrong.push(`${name}: ${sent.length} events do not stand as they were sent`);
  return wrong;
}

async function findUnsearchable(call: Call, space: string, { name, acknowledged }: Writer, searched: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, sequence } of acknowledged.slice(-searched)) {
    const word = needle(name, sequence);
    const { status, body } = await call('POST', `/v1/spaces/${space}/recall`, { query: word, limit: 3 });
    if (status !== 200) wrong.push(`${name}: recall was answered ${status} ${JSON.stringify(body)}`);
    else if (body.hits[0]?.eventId !== id) wrong.push(`${name}: ${word} finds ${body.hits[0]?.eventId ?? 'nothing'} and not ${id}`);
  }
  return wrong;
}
