import { problemOf, ROUTES, rpcOfRoute, type Route, type RouteId } from '@total-recall/contracts';
import { grpcTestClient, type CallRefused } from './grpc-client.ts';

const PATTERNS = Object.entries<Route>(ROUTES).map(([id, route]) => ({
  id: id as RouteId,
  route,
  pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/**
 * Creates a `fetch` that makes each HTTP request over gRPC, so that one spec runs over both. Uses TLS if an authority
 * (PEM) is given.
 */
export function fetchOverGrpc(address: string, ca?: string): { readonly fetch: typeof fetch; close(): void } {
  const clients = new Map<string, ReturnType<typeof grpcTestClient>>();
  const clientOf = (key: string) => clients.get(key) ?? clients.set(key, grpcTestClient(address, key, ca)).get(key)!;

  async function ask(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const found = PATTERNS.find(({ route, pattern }) => route.method === init.method && pattern.test(pathname))!;
    const params = Object.entries(found.pattern.exec(pathname)!.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    const headers = [...new Headers(init.headers)].filter(([name]) => name in found.route.headers.shape);
    const fields = Object.fromEntries([...params, ...searchParams, ...headers]) as Record<string, string>;
    const key = new Headers(init.headers).get('authorization')!.replace('Bearer ', '');
    try {
      const answer = await clientOf(key).call(rpcOfRoute(found.id), { ...fields, ...bodyOf(found.route, init.body) });
      return found.route.response.kind === 'json' ? Response.json(answer, { status: found.route.status }) : bytesResponse(answer);
    } catch (error) {
      return problemResponse(error as CallRefused);
    }
  }

  return {
    fetch: (url, init = {}) => ask(url as string, init),
    close: () => clients.forEach((client) => client.close()),
  };
}

function bodyOf(route: Route, body: RequestInit['body']): object {
  if (!route.body) return {};
  return { body: route.body.kind === 'json' ? (JSON.parse(body as string) as unknown) : Buffer.from(body as string | Uint8Array) };
}

function bytesResponse({ content = new Uint8Array(), mime, etag, sizeBytes, from, to }: Record<string, any>): Response {
  const range = from === undefined ? {} : { 'content-range': `bytes ${from}-${(to as number) - 1}/${sizeBytes}` };
  return new Response(content as Uint8Array<ArrayBuffer>, {
    status: from === undefined ? 200 : 206,
    headers: { 'content-type': mime, etag, ...range },
  });
}

function problemResponse({ problem, status, message }: CallRefused): Response {
  if (!problem) throw new Error(`gRPC ${status.code}: ${message}`);
  const { errors, ...details } = (problem.details ?? {}) as { errors?: { path: string; message: string }[] };
  const document = problemOf(problem.code, problem.message, 'grpc', { errors, ...(Object.keys(details).length > 0 && { details }) });
  const waits = problem.retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(problem.retryAfterMs / 1_000))) };
  return Response.json(document, { status: document.status, headers: waits });
}
