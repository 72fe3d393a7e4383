import type { BodyWire, ReplyWire } from '@total-recall/contracts';
import type { JsonCall, Paging } from './json-call.ts';

export type NewEventWire = BodyWire<'appendEvents'>['events'][number];
export type EventWire = ReplyWire<'getEvent'>;

export interface AppendOptions {
  /** Names the writer; the events then carry `sequence`. */
  readonly source?: string;
  readonly wait?: 'durable' | 'searchable';
  /** Made where absent and no source is named. */
  readonly idempotencyKey?: string;
}

/** One conversation or run of one agent. */
export interface SessionClient {
  append(events: NewEventWire | readonly NewEventWire[], options?: AppendOptions): Promise<ReplyWire<'appendEvents'>>;
  /** What the model is about to see. */
  window(request?: BodyWire<'assembleWindow'>): Promise<ReplyWire<'assembleWindow'>>;
  /** Starts recall for what a user is typing, for the next window to push; answered at once. */
  prefetch(draft: string): Promise<ReplyWire<'prefetch'>>;
  /** Searches the whole space with this session as the one that asks. */
  recall(query: string | Omit<BodyWire<'recall'>, 'session'>): Promise<ReplyWire<'recall'>>;
  compact(request?: BodyWire<'compactSession'>): Promise<ReplyWire<'compactSession'>>;
  get(): Promise<ReplyWire<'getSession'>>;
  taskState(): Promise<ReplyWire<'getTaskState'>>;
  updateTaskState(update: BodyWire<'putTaskState'>): Promise<ReplyWire<'putTaskState'>>;
  events(query?: Paging<'listEvents'>): Promise<ReplyWire<'listEvents'>>;
  /** Every event from an ordinal on, page by page. */
  allEvents(fromOrdinal?: number): AsyncGenerator<EventWire>;
  manifest(markerId: string): Promise<ReplyWire<'getManifest'>>;
  expand(markerId: string, query?: Paging<'expandMarker'>): Promise<ReplyWire<'expandMarker'>>;
  anatomy(query?: Paging<'listAnatomy'>): Promise<ReplyWire<'listAnatomy'>>;
  import(file: Uint8Array | string, query?: Paging<'importSession'>): Promise<ReplyWire<'importSession'>>;
  policy(): Promise<ReplyWire<'getSessionPolicy'>>;
  setPolicy(settings: BodyWire<'putSessionPolicy'>): Promise<ReplyWire<'putSessionPolicy'>>;
}

export function createSessionClient(call: JsonCall, params: { readonly space: string; readonly session: string }): SessionClient {
  return {
    append(events, { source, wait, idempotencyKey } = {}) {
      const key = idempotencyKey ?? (source === undefined ? crypto.randomUUID() : undefined);
      const list = Array.isArray(events) ? (events as readonly NewEventWire[]) : [events as NewEventWire];
      return call('appendEvents', { params, body: { events: list, source, wait }, headers: { 'Idempotency-Key': key } });
    },
    window: (body = {}) => call('assembleWindow', { params, body }),
    prefetch: (draft) => call('prefetch', { params, body: { draft } }),
    recall: (query) =>
      call('recall', {
        params: { space: params.space },
        body: { ...(typeof query === 'string' ? { query } : query), session: params.session },
      }),
    compact: (body = {}) => call('compactSession', { params, body }),
    get: () => call('getSession', { params }),
    taskState: () => call('getTaskState', { params }),
    updateTaskState: (body) => call('putTaskState', { params, body }),
    events: (query = {}) => call('listEvents', { params, query }),
    async *allEvents(fromOrdinal = 1) {
      for (let next: number | undefined = fromOrdinal; next !== undefined;) {
        const page: ReplyWire<'listEvents'> = await call('listEvents', { params, query: { fromOrdinal: next, limit: 500 } });
        yield* page.events;
        next = page.nextOrdinal;
      }
    },
    manifest: (markerId) => call('getManifest', { params: { ...params, markerId } }),
    expand: (markerId, query = {}) => call('expandMarker', { params: { ...params, markerId }, query }),
    anatomy: (query = {}) => call('listAnatomy', { params, query }),
    import: (body, query = {}) => call('importSession', { params, body, query }),
    policy: () => call('getSessionPolicy', { params }),
    setPolicy: (body) => call('putSessionPolicy', { params, body }),
  };
}
