import { createGateway } from '@total-recall/gateway';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig, startInOrder } from '@total-recall/runtime';
import { createCores } from '../src/create-cores.ts';

type Cores = Awaited<ReturnType<typeof createCores>>;
type Gateway = ReturnType<typeof createGateway>;

interface Served {
  readonly gateway: Gateway;
  readonly asked: unknown;
  enter(): ReturnType<Gateway['enter']>;
  /** Tells whether the eraser is ready. */
  isReady(): Promise<boolean | undefined>;
  /** Returns what is known of damage to the log and its keys. */
  logHealth(): Promise<unknown>;
  append(session: string, texts: readonly string[]): ReturnType<Cores['ingest']['append']>;
  /** Returns the texts of a session, or why one is missing. */
  read(session: string): Promise<(string | undefined)[]>;
  stop(): Promise<unknown>;
}

/**
 * Serves a data folder behind a gateway, for one tenant and the space `harbour`. `asked` is what the gateway answers at the
 * moment the eraser has started.
 */
export async function serveWithGateway(home: string, dataDir: string): Promise<Cores & Served> {
  const config = parseConfig('standalone', { HOME: home, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });
  const cores = await createCores({ ...config, threads: 'one' }, SILENT_LOGGER, { version: '1.0.0' });
  const gateway = createGateway({ ...cores, control: cores.stores.control, families: [] });
  const enter = () => gateway.enter('Bearer nobody');
  let asked: Promise<unknown> | undefined;
  const running = await startInOrder(cores.components, {
    scheduler: cores.scheduler,
    startDeadlineMs: 30_000,
    stopDeadlineMs: 30_000,
    onStep: ({ component, action }) => {
      if (component === 'eraser' && action === 'started') asked = enter().catch((error: unknown) => error);
    },
  });
  const place = { tenant: 'default', space: 'harbour' };
  return {
    ...cores,
    gateway,
    asked: await asked,
    enter,
    isReady: async () => (await running.health()).components['eraser']?.ready,
    logHealth: async () => (await running.health()).components['log'],
    append: (session: string, texts: readonly string[]) =>
      cores.ingest.append({
        ...place,
        session,
        events: texts.map((text) => ({ kind: 'user_message' as const, text })),
        wait: 'searchable',
      }),
    read: async (session: string) =>
      (await cores.retriever.events({ ...place, session, limit: 10 })).events.map(({ body, missing }) => body?.text ?? missing),
    stop: () => running.stop(),
  };
}
