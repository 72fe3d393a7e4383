import {
  CALL_PARTS,
  fieldPathOf,
  fromMessage,
  ROUTES,
  rpcOfRoute,
  toMessage,
  type PublicService,
  type Route,
  type RouteId,
} from '@total-recall/contracts';
import type { Caller, Gateway, GatewayReply } from '@total-recall/gateway';
import { TotalRecallError } from '@total-recall/runtime';

export type Fields = Readonly<Record<string, unknown>>;

/** Serves a route over gRPC with the same gateway, checks, limits and errors as over HTTP. */
export interface RouteCaller {
  call(routeId: RouteId, message: Fields, caller: Caller, gone?: AbortSignal): Promise<Fields>;
}

export function createRouteCaller(gateway: Gateway, { messages, rpcs }: PublicService): RouteCaller {
  const responses = new Map(rpcs.flatMap(({ routeId, response }) => (routeId === undefined ? [] : [[routeId, response] as const])));
  return {
    async call(routeId, message, caller, gone) {
      const route: Route = ROUTES[routeId];
      const { body, ...fields } = message;
      const json = fromMessage(messages, `${rpcOfRoute(routeId)}Call`, fields);
      const [params, query, headers] = CALL_PARTS.map((part) => pick(json, Object.keys(route[part].shape)));
      try {
        gateway.admit({ routeId, caller, params: params as Record<string, string> });
        const input = { params, query, headers: headers!, body: readBody(routeId, body as Fields | Uint8Array | undefined), gone };
        return replyMessage(await gateway.call(routeId, caller, input), responses.get(routeId)!);
      } catch (error) {
        throw ofMessage(error, (path) => fieldPathOf(messages, `${rpcOfRoute(routeId)}Call`, path));
      }
    },
  };

  /** Decodes the body. Runs after authentication, so unknown callers cost no parsing. */
  function readBody(routeId: RouteId, body: Fields | Uint8Array | undefined): unknown {
    const route: Route = ROUTES[routeId];
    if (!route.body) return undefined;
    if (route.body.kind === 'bytes') return body ?? new Uint8Array();
    return fromMessage(messages, `${rpcOfRoute(routeId)}Call`, { body: body ?? {} })['body'];
  }

  function replyMessage(reply: GatewayReply, response: string): Fields {
    if (reply.kind === 'json') return toMessage(messages, response, reply.body as Fields);
    const { bytes: content, mime, etag, sizeBytes, range } = reply;
    return toMessage(messages, response, { content, mime, etag, sizeBytes, ...range });
  }
}

function pick(json: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => name in json).map((name) => [name, json[name]]));
}

/** Names the fields of a refused call as the request message does. The gateway names them by the parts of a call over HTTP. */
function ofMessage(error: unknown, fieldOf: (path: string) => string): unknown {
  if (!(error instanceof TotalRecallError)) return error;
  const { errors, ...details } = (error.details ?? {}) as {
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
  if (!Array.isArray(errors) || errors.length === 0) return error;
  const [{ path }] = errors as [{ readonly path: string }];
  const { code, message, retryAfterMs } = error;
  const text = message.startsWith(`${path}:`) ? fieldOf(path) + message.slice(path.length) : message;
  return new TotalRecallError(code, text, {
    cause: error,
    details: { ...details, errors: errors.map((one) => ({ ...one, path: fieldOf(one.path) })) },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
