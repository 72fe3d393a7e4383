import { DEFAULT_WINDOW_TOKENS, MAX_WINDOW_TOKENS, MIN_WINDOW_TOKENS } from '@total-recall/domain';
import { z } from 'zod';
import { choice, integer, NAME, textOr, type ConfigTable } from './config-variable.ts';

const WEIGHT = String.raw`[a-z0-9][a-z0-9._-]{0,127}=(?:0\.\d{1,3}|[1-9]\d{0,3}(?:\.\d{1,3})?)`;

/** Variables of ingest and the retriever, in one process or in several. */
export const CORE_VARIABLES = {
  TOTAL_RECALL_PARTITIONS: integer(
    'partitions',
    1,
    1,
    256,
    'Partitions of the log. Fixed when the log is made; the service refuses to start on a difference.',
  ),
  TOTAL_RECALL_WORK_SLOTS: integer(
    'workSlots',
    0,
    0,
    256,
    'Recalls, windows and opens worked on at one time; the rest waits, the tenant that has had least first. 0 for 3 in one process, and 16 in a retriever, which waits for servers most of the time.',
  ),
  TOTAL_RECALL_WORK_DEADLINE_MS: integer(
    'workDeadlineMs',
    10_000,
    100,
    120_000,
    'Longest a recall, a window or an open waits for others; 503 with Retry-After past it.',
  ),
  TOTAL_RECALL_WORK_WAITING_PER_TENANT: integer(
    'workWaitingPerTenant',
    256,
    1,
    10_000,
    'Recalls, windows and opens of one tenant that may wait; one more is answered 429.',
  ),
  TOTAL_RECALL_TENANT_WEIGHTS: {
    key: 'tenantWeights',
    schema: z
      .string()
      .regex(new RegExp(`^(?:${WEIGHT}(?:,${WEIGHT})*)?$`, 'i'))
      .transform((weights): ReadonlyMap<string, number> => new Map(weights === '' ? [] : weights.split(',').map(weightOf))),
    expected: '`tenant=weight`, with commas between them',
    default: '',
    defaultText: '1 each',
    description: 'Shares of tenants while several want more than there is: one of weight 3 gets three times what one of weight 1 gets.',
  },
  TOTAL_RECALL_CATCH_UP_MS: integer(
    'catchUpMs',
    5_000,
    0,
    120_000,
    'Longest a read waits until what it must cover is folded; 503 with Retry-After past it.',
  ),
  TOTAL_RECALL_WINDOW_TOKENS: integer(
    'windowTokens',
    DEFAULT_WINDOW_TOKENS,
    MIN_WINDOW_TOKENS,
    MAX_WINDOW_TOKENS,
    'Window of a session without a policy.',
  ),
  TOTAL_RECALL_TOKEN_FAMILY: textOr(
    'tokenFamily',
    'o200k',
    NAME,
    'a name',
    'Tokenizer family of a session without a policy: `o200k`, `cl100k` (exact) or `claude` (an estimate that errs high).',
  ),
  TOTAL_RECALL_REDACTION: choice(
    'redaction',
    ['off', 'mark', 'mask'],
    'Secrets and personal data in what is appended: leave, report, or replace. What is masked is gone.',
  ),
  TOTAL_RECALL_ARTIFACT_THRESHOLD_BYTES: integer(
    'artifactThresholdBytes',
    4_096,
    256,
    1024 * 1024,
    'Tool results longer than this are kept as artifacts.',
  ),
  TOTAL_RECALL_ARTIFACT_HOT_DAYS: integer('artifactHotDays', 30, 1, 36_500, 'Days until an artifact moves to the cold tier.'),
  TOTAL_RECALL_RETENTION_HOURS: integer(
    'retentionHours',
    6,
    1,
    8_760,
    'Hours between two sweeps of what is past its age by the policy of a tenant or a space; the first comes at the start.',
  ),
  TOTAL_RECALL_CONSOLIDATE_MINUTES: integer(
    'consolidateMinutes',
    15,
    0,
    10_080,
    'Minutes between two sweeps that read what was appended to each space and decide which facts it states; 0 for none but those on demand. A policy may name another interval for a tenant or a space.',
  ),
  TOTAL_RECALL_CONSOLIDATE_EVENTS: integer(
    'consolidateEvents',
    1_000,
    1,
    1_000_000,
    'New events of a space after which it is swept before its interval ends.',
  ),
  TOTAL_RECALL_ARCHIVE: choice(
    'archive',
    ['auto', 'on', 'off'],
    'Whether the log is archived as sealed segments of each session, beside the artifacts: in files or on S3. `auto` is on in a cluster and off in the standalone service.',
  ),
  TOTAL_RECALL_ARCHIVE_RECORDS: integer('archiveRecords', 10_000, 1, 1_000_000, 'Records of one chapter of the archive at most.'),
  TOTAL_RECALL_ARCHIVE_MIB: integer(
    'archiveMiB',
    8,
    1,
    256,
    'Sealed bodies of one chapter of the archive at most; as much is held in memory for each partition.',
  ),
  TOTAL_RECALL_ARCHIVE_MINUTES: integer(
    'archiveMinutes',
    60,
    1,
    525_600,
    'Minutes from the first record of a chapter of the archive to the last at most, by when they were recorded.',
  ),
} as const satisfies ConfigTable;

function weightOf(text: string): [tenant: string, weight: number] {
  const at = text.lastIndexOf('=');
  return [text.slice(0, at), Number(text.slice(at + 1))];
}
