import { publicService } from '@total-recall/contracts';
import { createSeededRandom, type SeededRandom } from '@total-recall/evaluation';
import { grpcTestClient, type GrpcTestClient } from '@total-recall/nest/testing';
import { plainCall } from '../isolation/attacks.ts';
import type { PublishedRoute } from '../isolation/published-routes.ts';
import type { References } from '../isolation/references.ts';
import type { ApiCall } from '../isolation/transports.ts';
import { mutateBytes, mutateJson, mutateText } from './mutate.ts';

/** A service, and a tenant in it with some data. */
export interface Target {
  readonly url: string;
  readonly grpcAddress: string;
  readonly apiKey: string;
  readonly routes: readonly PublishedRoute[];
  readonly references: References;
}

/** An answer that no caller's input may cause. */
export interface Failure {
  readonly seed: number;
  readonly over: 'HTTP' | 'gRPC';
  readonly route: string;
  readonly answer: string;
}

export interface Struck {
  /** Number of answers by HTTP status or name of the gRPC code. */
  readonly answers: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
}

const DEADLINE_MS = 60_000;
const SHOWN = 300;
/** Status of a service that is over its own limits, which is allowed. */
const IS_BUSY = 503;
/** Codes that mean that the service failed. */
const OURS = new Set(['CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED', 'INTERNAL', 'DATA_LOSS']);
type Outcome = Pick<Failure, 'over' | 'route' | 'answer'> & { readonly said: string; readonly isWrong: boolean };

/**
 * Sends valid requests with one to three changes each, every second one over gRPC. The same seeds give the same
 * requests.
 */
export async function strike(target: Target, seeds: Iterable<number>): Promise<Struck> {
  const client = grpcTestClient(target.grpcAddress, target.apiKey);
  const answers = new Map<string, number>();
  const failures: Failure[] = [];
  try {
    for (const seed of seeds) {
      const random = createSeededRandom(seed);
      const { said, isWrong, ...outcome } = await (seed % 2 === 0 ? overHttp(target, random) : overGrpc(target, client, random));
      answers.set(said, (answers.get(said) ?? 0) + 1);
      if (isWrong) failures.push({ seed, ...outcome });
    }
  } finally {
    client.close();
  }
  return { answers, failures };
}

/**
 * Builds a valid request of the owner and changes it. An erasure stays a dry run, so that it does not remove the data
 * of later requests.
 */
function mutatedCall({ routes, references }: Target, random: SeededRandom, served: (route: PublishedRoute) => boolean): ApiCall {
  const call = plainCall(random.pick(routes.filter(served)), references, 'mine');
  const times = 1 + random.below(3);
  return Array.from({ length: times }).reduce<ApiCall>((changed) => changedOnce(changed, random), call);
}

function changedOnce(call: ApiCall, random: SeededRandom): ApiCall {
  const oneOf = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const name = random.pick([...Object.keys(texts), random.pick(['limit', 'cursor', 'from', 'to', 'space', 'x'])]);
    return { ...texts, [name]: mutateText(texts[name] ?? '', random) };
  };
  const place = random.below(call.route.body ? 8 : 2);
  if (place === 0 && call.route.parameters.length > 0) return { ...call, params: oneOf(call.params) };
  if (place <= 1) return { ...call, query: oneOf(call.query) };
  if (!call.route.body!.isJson) return { ...call, body: mutateBytes(call.body as Buffer, random) };
  return { ...call, body: mutateJson(call.body, random) };
}

const rehearsed = (call: ApiCall): ApiCall =>
  call.route.id === 'erase' ? { ...call, body: { ...(call.body as object), dryRun: true } } : call;

async function overHttp(target: Target, random: SeededRandom): Promise<Outcome> {
  const { route, params, query, body } = rehearsed(mutatedCall(target, random, () => true));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!.toWellFormed()));
  const json = route.body?.isJson ? Buffer.from(JSON.stringify(body) ?? '') : (body as Buffer | undefined);
  const bytes = json && route.id !== 'erase' && random.below(5) === 0 ? mutateBytes(json, random) : json;
  const response = await fetch(`${target.url}${path}?${new URLSearchParams(query)}`, {
    method: route.method,
    headers: {
      Authorization: `Bearer ${target.apiKey}`,
      ...(route.body && { 'Content-Type': route.body.isJson ? 'application/json' : 'application/octet-stream' }),
    },
    ...(route.body && { body: bytes as Buffer<ArrayBuffer> }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await response.text();
  const isTold = response.ok || hasCode(text);
  return {
    over: 'HTTP',
    route: route.id,
    said: String(response.status),
    isWrong: (response.status >= 500 && response.status !== IS_BUSY) || !isTold,
    answer: `${response.status} ${text.slice(0, SHOWN)}`,
  };
}

function hasCode(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { code?: unknown }).code === 'string';
  } catch {
    return false;
  }
}

const rpcsOfRoutes = new Map(
  publicService().rpcs.flatMap((rpc) => (rpc.routeId === undefined ? [] : [[rpc.routeId as string, rpc.name] as const])),
);

async function overGrpc(target: Target, client: GrpcTestClient, random: SeededRandom): Promise<Outcome> {
  const call = rehearsed(mutatedCall(target, random, ({ id }) => rpcsOfRoutes.has(id)));
  const rpc = rpcsOfRoutes.get(call.route.id)!;
  const whole = serialized(client, rpc, call) ?? serialized(client, rpc, plainCall(call.route, target.references, 'mine'))!;
  const isChanged = call.route.id !== 'erase' && random.below(2) === 0;
  const { status: said, details } = await client.callBytes(rpc, isChanged ? mutateBytes(whole, random) : whole, {
    deadlineMs: DEADLINE_MS,
  });
  return { over: 'gRPC', route: rpc, said, isWrong: OURS.has(said), answer: `${said} ${details.slice(0, SHOWN)}` };
}

/** Serializes a request; undefined when a message of the proto file cannot express it. */
function serialized(client: GrpcTestClient, rpc: string, { params, query, body }: ApiCall): Buffer | undefined {
  try {
    return client.bytesOf(rpc, { ...params, ...query, ...(body !== undefined && { body }) });
  } catch {
    return undefined;
  }
}
