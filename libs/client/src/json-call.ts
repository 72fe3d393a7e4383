import type { QueryWire, ReplyWire, RouteId } from '@total-recall/contracts';
import type { CallInput } from './transport.ts';

export type Paging<K extends RouteId> = Partial<Record<keyof QueryWire<K>, string | number>>;

/** Calls any route by its id. The methods of the clients are the comfortable form of it. */
export type JsonCall = <K extends RouteId>(routeId: K, input: CallInput) => Promise<ReplyWire<K>>;
