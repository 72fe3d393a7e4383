import { median, quantiles } from '../../bench/measure/figures.ts';
import { OPERATIONS, startPacedCaller, type OperationName, type PacedCaller, type PacedReport } from '../load/paced-caller.ts';
import { openOnCluster, openStandalone, type ServiceUnderTest } from '../open-services.ts';
import { openOperator, senderOf, type NewTenant, type Operator } from '../load/operator.ts';
import type { Soak, SoakContext, SoakResult } from './soak.ts';

const QUIET = ['quiet-1', 'quiet-2', 'quiet-3'];
/**
 * Requests per second of a tenant, which is also the noisy one's quota. The cluster and its servers share one machine
 * here, which a higher rate would load before there is any noise.
 */
const PER_SECOND = { cluster: 2, alone: 6 };
const TIMES_QUOTA = 10;

interface Quota {
  readonly requestsPerSecond: number;
  readonly burst: number;
}
const USUAL_BYTES = 400;
const LARGE_BYTES = 32_768;
/** Settings with room for large events until they are searchable and may be compacted. */
const ENV = { TOTAL_RECALL_WINDOW_TOKENS: '131072', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const SEEDED = 100;
const ROUNDS = 5;
const PHASE_S = 20;
const WARM_UP_S = 10;
const MOST_RATIO = 1.5;

type Transport = 'HTTP' | 'gRPC';

/** Measurements of the quiet tenants in one phase, and of the noisy one if it took part. */
interface Phase {
  readonly quiet: readonly PacedReport[];
  readonly noisy: PacedReport | undefined;
}

async function onCluster({ servers }: SoakContext): Promise<ServiceUnderTest> {
  const [kafka, opensearch] = [await servers.kafka(1), await servers.opensearch()];
  return openOnCluster({ kafka, opensearch, clickhouse: await servers.clickhouse(), s3: await servers.s3() }, ENV);
}

interface NoisyRun {
  readonly name: string;
  readonly what: string;
  readonly transport: Transport;
  readonly perSecond: number;
  /** Size in bytes of each text of the noisy tenant. */
  readonly textBytes: number;
  open(context: SoakContext): Promise<ServiceUnderTest>;
}

const RUNS: readonly NoisyRun[] = [
  { name: 'noisy-tenant', what: 'over HTTP', transport: 'HTTP', perSecond: PER_SECOND.cluster, textBytes: USUAL_BYTES, open: onCluster },
  {
    name: 'noisy-tenant-grpc',
    what: 'over gRPC',
    transport: 'gRPC',
    perSecond: PER_SECOND.cluster,
    textBytes: USUAL_BYTES,
    open: onCluster,
  },
  {
    name: 'noisy-tenant-large',
    what: 'with texts of 32 KiB',
    transport: 'HTTP',
    perSecond: PER_SECOND.cluster,
    textBytes: LARGE_BYTES,
    open: onCluster,
  },
  {
    name: 'noisy-tenant-alone',
    what: 'in one process',
    transport: 'HTTP',
    perSecond: PER_SECOND.alone,
    textBytes: USUAL_BYTES,
    open: () => openStandalone(ENV),
  },
];

export const noisyTenantSoaks: readonly Soak[] = RUNS.map((one) => ({
  name: one.name,
  what: `one tenant at ten times its quota ${one.what}, beside three quiet ones whose p95 may rise to one and a half times`,
  run: (context) => run(one, context),
}));

async function run({ transport, perSecond, textBytes, open: openService }: NoisyRun, context: SoakContext): Promise<SoakResult> {
  const quota: Quota = { requestsPerSecond: perSecond, burst: 2 * perSecond };
  const service = await openService(context);
  const callers: PacedCaller[] = [];
  try {
    const operator = await openOperator(service);
    const open = async (tenant: NewTenant, pace: { readonly perSecond: number; readonly textBytes: number }): Promise<PacedCaller> => {
      const apiKey = await furnishedTenant(service, operator, tenant);
      const address = transport === 'gRPC' ? { grpcAddress: service.grpcAddress } : {};
      const caller = startPacedCaller({ url: service.url, apiKey, ...pace, ...address });
      callers.push(caller);
      return caller;
    };
    const quiet: PacedCaller[] = [];
    for (const id of QUIET) quiet.push(await open({ id, name: id }, { perSecond, textBytes: USUAL_BYTES }));
    const noise = { perSecond: TIMES_QUOTA * perSecond, textBytes };
    const noisy = await open({ id: 'noisy', name: 'noisy', quotas: quota }, noise);
    const phase = async (seconds: number, isNoisy: boolean): Promise<Phase> => {
      const loud = isNoisy ? noisy.run(seconds) : undefined;
      const reports = await Promise.all(quiet.map((caller) => caller.run(seconds)));
      return { quiet: reports, noisy: await loud };
    };
    await phase(WARM_UP_S, true);
    const [alone, beside]: [Phase[], Phase[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round++) {
      const [without, withNoise] = [await phase(PHASE_S, false), await phase(PHASE_S, true)];
      alone.push(without);
      beside.push(withNoise);
      context.onStep(
        `round ${round}: ${OPERATIONS.map((name) => `${name} ${p95Of(without, name)} and ${p95Of(withNoise, name)} ms`).join(', ')}`,
      );
    }
    return judge(alone, beside, quota);
  } finally {
    for (const caller of callers) await caller.close();
    await service.close();
  }
}

/** Creates a tenant with some memory and returns its key. */
async function furnishedTenant({ url }: ServiceUnderTest, operator: Operator, tenant: NewTenant): Promise<string> {
  const apiKey = await operator.makeTenant(tenant);
  const events = Array.from({ length: SEEDED }, (_, at) => ({ kind: 'user_message', text: `Crate ${at} stands at quay ${at * 7}.` }));
  await senderOf(url, apiKey)('POST', '/v1/spaces/main/sessions/s1/events', { events, wait: 'searchable' });
  return apiKey;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const sumOf = (reports: readonly PacedReport[], of: (report: PacedReport) => number): number =>
  reports.reduce((sum, report) => sum + of(report), 0);
const p95Of = ({ quiet }: Phase, name: OperationName): number => quantiles(quiet.flatMap(({ latenciesMs }) => latenciesMs[name])).p95;

/** Compares the medians of the phases, and checks that the noisy tenant was held to its quota. */
function judge(alone: readonly Phase[], beside: readonly Phase[], quota: Quota): SoakResult {
  const p95s = OPERATIONS.map((name) => {
    const [aloneMs, besideMs] = [alone, beside].map((phases) => median(phases.map((phase) => p95Of(phase, name)))) as [number, number];
    return { name, aloneMs, besideMs, ratio: rounded(besideMs / aloneMs) };
  });
  const quiet = [...alone, ...beside].flatMap((phase) => phase.quiet);
  const noisy = beside.flatMap((phase) => phase.noisy ?? []);
  const served = sumOf(noisy, ({ latenciesMs }) => OPERATIONS.reduce((sum, name) => sum + latenciesMs[name].length, 0));
  const [refused, allowed] = [sumOf(noisy, (report) => report.refused), noisy.length * (quota.requestsPerSecond * PHASE_S + quota.burst)];
  const notServed = sumOf(quiet, (report) => report.refused + report.notSent);
  const perSecond = (requests: number): number => rounded(requests / (PHASE_S * noisy.length));
  return {
    figures: {
      ...Object.fromEntries(
        p95s.map(({ name, aloneMs, besideMs, ratio }) => [name, `p95 ${aloneMs} ms alone, ${besideMs} ms beside, ${ratio}`]),
      ),
      quietRequests: sumOf(quiet, ({ sent }) => sent),
      noisySentPerS: perSecond(sumOf(noisy, ({ sent }) => sent)),
      noisyServedPerS: perSecond(served),
      noisyRefusedPerS: perSecond(refused),
      refusedP95Ms: quantiles(noisy.flatMap(({ refusedMs }) => refusedMs)).p95,
    },
    wrong: [
      ...p95s
        .filter(({ ratio }) => !(ratio <= MOST_RATIO))
        .map(({ name, ratio }) => `the p95 of ${name} is ${ratio} times what it is alone`),
      ...(refused === 0 ? ['the noisy tenant was never refused'] : []),
      ...(served > allowed ? [`the noisy tenant was served ${served} requests, and may have ${allowed}`] : []),
      ...(sumOf(noisy, (report) => report.refusedWithoutWait) > 0 ? ['it was refused without a time to wait'] : []),
      ...(notServed > 0 ? [`${notServed} requests of quiet tenants were refused, or had to wait too long to be sent`] : []),
      ...[...quiet, ...noisy].flatMap(({ failed }) => failed).slice(0, 10),
    ],
  };
}
