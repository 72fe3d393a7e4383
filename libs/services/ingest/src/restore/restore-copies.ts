import type { Clock, ControlStore, Ledger, Random } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { reopenErasures } from './reopen-erasures.ts';

/** One partition of a topic in a backup, with the hash of what it holds. */
export interface CopiedPart {
  readonly topic: string;
  readonly partition: number;
  readonly records: number;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A backup of the topics of a cluster, or of its ledger alone, of which every part is as it was written. */
export interface TopicCopy<Part extends CopiedPart> {
  /** Names the backup for people. */
  readonly name: string;
  readonly startedAt: string;
  readonly logPartitions: number;
  /** In the order in which they were copied. */
  readonly parts: readonly Part[];
  /** Hashes the first bytes of a part; undefined if it is not there. */
  hashOf(part: Part, bytes: number): Promise<string | undefined>;
}

/** The topics that are restored. No service writes to them meanwhile. */
export interface RestoreTarget<Part extends CopiedPart> {
  readonly partitions: number;
  /** Creates missing topics. Errors: `invalid_request` if one is not empty. */
  prepareEmpty(): Promise<void>;
  /** Writes a part, each record at its old offset. */
  write(copy: TopicCopy<Part>, part: Part): Promise<void>;
  openLedger(): Promise<Ledger>;
  openControl(): Promise<Pick<ControlStore, 'putRetentionPause' | 'close'>>;
}

interface RestoreCopiesOptions<Part extends CopiedPart> {
  readonly clock: Clock;
  readonly random: Random;
  /** A later copy of the same cluster, whose ledger takes the place of the copy's. */
  readonly later?: TopicCopy<Part>;
  /** A later copy of the same cluster, whose tenants, API keys, policies and audit take the place of the copy's. */
  readonly laterControl?: TopicCopy<Part>;
  readonly onProgress?: (what: string, records: number) => void;
}

/** Topics that make a ledger: its entries, and whose they are. */
const OF_LEDGER: readonly string[] = ['identity', 'ledger'];
/** Topics of tenants, API keys and policies. The audit goes with them, as they say how far it was signed. */
const OF_CONTROL: readonly string[] = ['control', 'audit', 'audit-entries'];

/**
 * Restores a backup into empty topics and returns how many erasures are to be done again before anybody is answered.
 * The ledger comes first, with an entry for each erasure that the rest may not have seen: those of after the copy, and
 * those that were done while it was made. A restore that is cut short thus never serves what was erased. Without a later
 * ledger, holds may be missing, and retention is paused until an operator resumes it. Errors:
 * `invalid_request` for a copy of a ledger alone, of another number of partitions, for topics that are not empty, for a
 * later ledger that does not go on from the copy's, and for a control that is not of a later copy of the cluster.
 */
export async function restoreCopies<Part extends CopiedPart>(
  copy: TopicCopy<Part>,
  target: RestoreTarget<Part>,
  { clock, random, later, laterControl, onProgress }: RestoreCopiesOptions<Part>,
): Promise<number> {
  refuseCopy(copy, target);
  if (later) await refuseOtherLedger(copy, later);
  if (laterControl) await refuseOtherControl(copy, laterControl);
  const write = async (from: TopicCopy<Part>, isWanted: (part: Part) => boolean): Promise<void> => {
    for (const part of from.parts.filter(isWanted)) {
      await target.write(from, part);
      onProgress?.(`${part.topic}-${part.partition}`, part.records);
    }
  };
  const isOfLedger = ({ topic }: CopiedPart): boolean => OF_LEDGER.includes(topic);
  const isOfControl = ({ topic }: CopiedPart): boolean => OF_CONTROL.includes(topic);
  await target.prepareEmpty();
  await write(later ?? copy, isOfLedger);
  const ledger = await target.openLedger();
  const copiedAt = Date.parse(copy.startedAt);
  const reopened = await reopenErasures(ledger, { clock, random, copiedAt }).finally(() => ledger.close());
  await write(laterControl ?? copy, isOfControl);
  if (!later) await pauseRetention(target, clock);
  await write(copy, (part) => !isOfLedger(part) && !isOfControl(part));
  return reopened;
}

async function pauseRetention(target: Pick<RestoreTarget<CopiedPart>, 'openControl'>, clock: Clock): Promise<void> {
  const control = await target.openControl();
  await control.putRetentionPause({ since: clock.now() }).finally(() => control.close());
}

function refuseCopy(
  { name, parts, logPartitions }: Omit<TopicCopy<CopiedPart>, 'hashOf'>,
  { partitions }: Pick<RestoreTarget<CopiedPart>, 'partitions'>,
): void {
  if (!parts.some(({ topic }) => topic === 'events'))
    throw new TotalRecallError('invalid_request', `${name} holds a ledger alone. Name a backup of all topics, and this one with --ledger.`);
  if (logPartitions !== partitions)
    throw new TotalRecallError(
      'invalid_request',
      `The log in ${name} has ${logPartitions} partitions. Set TOTAL_RECALL_PARTITIONS=${logPartitions}.`,
    );
}

/** Refuses a ledger that does not go on from the copy's. Topics only grow, so each part of it must begin the later one. */
async function refuseOtherLedger<Part extends CopiedPart>(copy: TopicCopy<Part>, later: TopicCopy<Part>): Promise<void> {
  for (const part of copy.parts.filter(({ topic }) => OF_LEDGER.includes(topic))) {
    if (await goesOn(part, later)) continue;
    throw new TotalRecallError(
      'invalid_request',
      `The ledger in ${later.name} is older than the backup's, or of another cluster. Name a later one, or leave it out.`,
    );
  }
}

async function goesOn<Part extends CopiedPart>({ topic, partition, bytes, sha256 }: Part, later: TopicCopy<Part>): Promise<boolean> {
  const found = later.parts.find((part) => part.topic === topic && part.partition === partition);
  return found !== undefined && found.bytes >= bytes && (await later.hashOf(found, bytes)) === sha256;
}

/** Refuses a control of another cluster, or of an earlier copy. The topic is compacted, so its beginning tells nothing. */
async function refuseOtherControl<Part extends CopiedPart>(copy: TopicCopy<Part>, later: TopicCopy<Part>): Promise<void> {
  const partsOf = ({ parts }: TopicCopy<Part>, of: string) => parts.filter(({ topic }) => topic === of);
  const isWhole = OF_CONTROL.every((topic) => partsOf(later, topic).length > 0);
  const isLater = Date.parse(later.startedAt) >= Date.parse(copy.startedAt);
  const isOfCluster = (await Promise.all(partsOf(copy, 'identity').map((part) => goesOn(part, later)))).every(Boolean);
  if (isWhole && isLater && isOfCluster) return;
  throw new TotalRecallError(
    'invalid_request',
    `The control in ${later.name} is missing, of an earlier backup, or of another cluster. Name a later one, or leave it out.`,
  );
}
