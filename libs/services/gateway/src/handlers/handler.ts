import type { InputOf, ReplyOf, RouteId } from '@total-recall/contracts';
import type { Caller, GatewayReply } from '../gateway.ts';

type Answer<K extends RouteId> = [ReplyOf<K>] extends [never] ? Extract<GatewayReply, { kind: 'bytes' }> : ReplyOf<K>;

/**
 * One operation: takes checked input, returns the domain's answer. The compiler checks that the contract can carry it.
 * `gone` is aborted when nobody waits for the answer any more.
 */
export type Handler<K extends RouteId> = (input: InputOf<K>, caller: Caller, gone?: AbortSignal) => Promise<Answer<K>>;
export type Handlers<K extends RouteId = RouteId> = { readonly [Id in K]: Handler<Id> };
