import { randomBytes } from 'node:crypto';
import { partitionOf, type LedgerEntry, type NewLedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger, type LedgerRange, type LedgerShare } from '@total-recall/ports';
import { checkCount, createClosing, ofPartition, TotalRecallError } from '@total-recall/runtime';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { establishIdentity } from '../topics/log-identity.ts';
import { planTopics, type TopicOptions, type TopicPlan } from '../topics/topic-plan.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createLedgerFold, type LedgerFold } from './ledger-fold.ts';
import { decodeLedgerRecord, encodeAppend, encodeClaim, type Claim } from './ledger-records.ts';

export interface KafkaLedgerOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Number of partitions, fixed when the topic is created. */
  readonly partitions: number;
}

export interface KafkaLedger extends Ledger {
  /** Returns the offset after everything that this process has read of a partition, for those who report its lag. */
  nextOffset(partition: number): Promise<number>;
  /** Estimates the memory of all entries that this process has read. */
  heldBytes(): number;
}

/** Largest size of one append as JSON, in bytes. */
const MAX_APPEND_BYTES = 32 * 1024 * 1024;
const CLAIMS = 10;

/**
 * Opens the ledger in `tr.ledger`, which is kept for ever. All entries of a tenant are in one partition, so that those
 * about a space and those about the whole tenant have one order. A partition is read from its start on first use and
 * held in memory, packed.
 * Errors: `invalid_request` when the settings of the topic are wrong or it was created with another number of
 * partitions, `unavailable`.
 */
export async function createKafkaLedger(options: KafkaLedgerOptions): Promise<KafkaLedger> {
  return assembleLedger(options.kafka, await prepareLedgerTopic(options));
}

/** Creates the topic if it is missing, and checks that it is the same topic as before. */
export async function prepareLedgerTopic(options: KafkaLedgerOptions): Promise<TopicPlan> {
  const { kafka, partitions } = options;
  const plans = planTopics(options);
  const plan = plans.log('ledger', partitions);
  await ensureTopics(kafka, [plans.identity, plan], plans.replication);
  const connection = openConnection(kafka);
  try {
    await establishIdentity(connection, plans.identity.topic, plan);
  } finally {
    await connection.close();
  }
  return plan;
}

function assembleLedger(kafka: KafkaSettings, { topic, partitions }: { readonly topic: string; readonly partitions: number }): KafkaLedger {
  const parts = Array.from({ length: partitions }, (_, partition): LedgerPart => ({ partition }));
  const { refuseClosed, close } = createClosing('The ledger', () =>
    Promise.all(parts.map(async ({ opening }) => (await opening?.catch(() => undefined))?.close())),
  );
  const partOf = async (partition: number): Promise<LedgerPartition> => {
    refuseClosed();
    const part = ofPartition(parts, partition);
    // A broker that is briefly unavailable must not make the partition unusable for good.
    return (part.opening ??= openPartition(kafka, topic, partition).then(
      (opened) => (part.opened = opened),
      (error: unknown) => {
        delete part.opening;
        throw error;
      },
    ));
  };
  return {
    partitions,
    partitionOf: (tenant) => partitionOf(tenant, partitions),
    async own(partition) {
      const part = await partOf(partition);
      const claim = await part.claim();
      return {
        partition,
        epoch: claim.epoch,
        isOvertaken: () => !part.owns(claim),
        async append(afterSequence, entries) {
          refuseClosed();
          return part.append(claim, afterSequence, entries);
        },
      } satisfies LedgerShare;
    },
    async read(partition, afterSequence, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      return (await partOf(partition)).read(afterSequence, limit);
    },
    async readAbout(place, range, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      return (await partOf(partitionOf(place.tenant, partitions))).readAbout(place, range, limit);
    },
    async find(tenant, id) {
      refuseClosed();
      const entry = await (await partOf(partitionOf(tenant, partitions))).find(id);
      return entry?.tenant === tenant ? entry : undefined;
    },
    nextOffset: async (partition) => (await partOf(partition)).next(),
    heldBytes: () => parts.reduce((sum, { opened }) => sum + (opened?.heldBytes() ?? 0), 0),
    refusal: () => parts.map(({ opened }) => opened?.refusal()).find((refusal) => refusal !== undefined),
    close,
  };
}

interface LedgerPart {
  readonly partition: number;
  opening?: Promise<LedgerPartition>;
  opened?: LedgerPartition;
}

interface LedgerPartition {
  claim(): Promise<Claim>;
  /** Returns true where nobody has claimed the partition since, as far as it was read. */
  owns(claim: Claim): boolean;
  append(claim: Claim, afterSequence: number, entries: readonly NewLedgerEntry[]): Promise<LedgerEntry[]>;
  read(afterSequence: number, limit: number): Promise<LedgerEntry[]>;
  readAbout(place: Pick<LedgerEntry, 'tenant' | 'space'>, range: LedgerRange, limit: number): Promise<LedgerEntry[]>;
  find(id: string): Promise<LedgerEntry | undefined>;
  next(): number;
  heldBytes(): number;
  refusal(): Error | undefined;
  close(): Promise<void>;
}

async function openPartition(kafka: KafkaSettings, topic: string, partition: number): Promise<LedgerPartition> {
  const fold = createLedgerFold();
  /** Ids that this process has written and not read back yet, with their outcome. */
  const awaited = new Map<string, boolean>();
  let next = 0;
  const table = await openTopicTable({
    kafka,
    topic,
    partition,
    what: 'the ledger',
    apply: (record) => {
      next = record.offset + 1;
      const decoded = decodeLedgerRecord(record);
      const outcome = decoded && fold.apply(decoded);
      if (outcome && awaited.has(outcome.id)) awaited.set(outcome.id, outcome.counts);
    },
  });
  /** Writes under this id and returns true when the write took effect. */
  const decided = async (id: string, write: () => Promise<void>): Promise<boolean> => {
    awaited.set(id, false);
    try {
      await write();
      return awaited.get(id)!;
    } finally {
      awaited.delete(id);
    }
  };
  return {
    claim: () => claimPartition(table, fold, decided),
    owns: (claim) => fold.owns(claim),
    async append(claim, afterSequence, entries) {
      if (entries.length > LEDGER_LIMITS.batch)
        throw new TotalRecallError('batch_too_large', `At most ${LEDGER_LIMITS.batch} entries are appended at once.`);
      await table.catchUp();
      refuseStale(fold, claim, afterSequence);
      const fresh = entries.filter(({ id }) => !fold.has(id));
      const id = randomBytes(12).toString('hex');
      const records = encodeAppend({ ...claim, after: afterSequence, id }, fresh);
      refuseTooLarge(records.reduce((sum, { value }) => sum + value!.length, 0));
      const write = async (): Promise<void> => {
        for (const record of records) await table.write([record]);
      };
      if (fresh.length > 0 && !(await decided(id, write))) {
        refuseStale(fold, claim, afterSequence);
        throw new TotalRecallError('unavailable', 'The ledger has moved on. Try again.', { retryAfterMs: 1_000 });
      }
      return fold.named(entries.map((entry) => entry.id));
    },
    async read(afterSequence, limit) {
      await table.catchUp();
      return fold.entries(afterSequence, limit);
    },
    async readAbout(place, range, limit) {
      await table.catchUp();
      return fold.about(place, range, limit);
    },
    async find(id) {
      await table.catchUp();
      return fold.named([id])[0];
    },
    next: () => next,
    heldBytes: () => fold.heldBytes(),
    refusal: () => table.refusal(),
    close: () => table.close(),
  };
}

type Decided = (id: string, write: () => Promise<void>) => Promise<boolean>;

/**
 * Claims a partition. When two processes claim the same epoch, the first in the topic gets it, and the other claims the
 * next one.
 */
async function claimPartition(table: TopicTable, fold: LedgerFold, decided: Decided): Promise<Claim> {
  for (let left = CLAIMS; left > 0; left -= 1) {
    await table.catchUp();
    const claim: Claim = { epoch: fold.epoch() + 1, owner: randomBytes(12).toString('hex') };
    if (await decided(claim.owner, async () => void (await table.write([encodeClaim(claim)])))) return claim;
  }
  throw new TotalRecallError('unavailable', 'Other processes keep taking over this part of the ledger. Try again.', {
    retryAfterMs: 1_000,
  });
}

function refuseStale(fold: LedgerFold, claim: Claim, afterSequence: number): void {
  if (!fold.owns(claim)) throw new TotalRecallError('unavailable', 'Another process owns this part of the ledger by now.');
  if (fold.last() !== afterSequence)
    throw new TotalRecallError('unavailable', `The ledger stands at entry ${fold.last()}, not ${afterSequence}.`);
}

function refuseTooLarge(bytes: number): void {
  if (bytes > MAX_APPEND_BYTES)
    throw new TotalRecallError(
      'batch_too_large',
      `What is appended to the ledger at once has at most ${MAX_APPEND_BYTES} bytes; this has ${bytes}.`,
    );
}
