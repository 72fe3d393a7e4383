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
    'Partitions of the log. Fixed when the log is created; the service refuses to start with another number.',
  ),
  TOTAL_RECALL_WORK_SLOTS: integer(
    'workSlots',
    0,
    0,
    256,
    'Recalls, windows and opens that run at the same time; others wait, and the tenant that has used least goes first. 0: 3 in one process, 16 in a retriever, which mostly waits for servers.',
  ),
  TOTAL_RECALL_WORK_DEADLINE_MS: integer(
    'workDeadlineMs',
    10_000,
    100,
    120_000,
    'Longest time a recall, a window or an open waits for its turn; then 503 with Retry-After.',
  ),
  TOTAL_RECALL_WORK_WAITING_PER_TENANT: integer(
    'workWaitingPerTenant',
    256,
    1,
    10_000,
    'Recalls, windows and opens of one tenant that may wait; further ones get 429.',
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
    description: 'Shares of tenants under load: a tenant of weight 3 gets three times as much as one of weight 1.',
  },
  TOTAL_RECALL_CATCH_UP_MS: integer(
    'catchUpMs',
    5_000,
    0,
    120_000,
    'Longest time a read waits until the events it must cover are folded; then 503 with Retry-After.',
  ),
  TOTAL_RECALL_WINDOW_TOKENS: integer(
    'windowTokens',
    DEFAULT_WINDOW_TOKENS,
    MIN_WINDOW_TOKENS,
    MAX_WINDOW_TOKENS,
    'Context window of sessions whose policy sets none.',
  ),
  TOTAL_RECALL_TOKEN_FAMILY: textOr(
    'tokenFamily',
    'o200k',
    NAME,
    'a name',
    'Tokenizer family of sessions whose policy sets none: `o200k`, `cl100k` (exact) or `claude` (an estimate that errs high).',
  ),
  TOTAL_RECALL_REDACTION: choice(
    'redaction',
    ['off', 'mark', 'mask'],
    'What to do with secrets and personal data in appended events: leave, report, or replace them. Masked text is not stored.',
  ),
  TOTAL_RECALL_ARTIFACT_THRESHOLD_BYTES: integer(
    'artifactThresholdBytes',
    4_096,
    256,
    1024 * 1024,
    'Tool results larger than this are stored as artifacts.',
  ),
  TOTAL_RECALL_ARTIFACT_HOT_DAYS: integer('artifactHotDays', 30, 1, 36_500, 'Days until an artifact moves to the cold tier.'),
  TOTAL_RECALL_RETENTION_HOURS: integer(
    'retentionHours',
    6,
    1,
    8_760,
    'Hours between two retention sweeps, which erase what is past the age in the policy of a tenant or a space; the first runs at the start.',
  ),
  TOTAL_RECALL_CONSOLIDATE_MINUTES: integer(
    'consolidateMinutes',
    15,
    0,
    10_080,
    'Minutes between two sweeps that extract facts from new events of each space; 0: only on demand. A policy may set another interval for a tenant or a space.',
  ),
  TOTAL_RECALL_SPECULATIVE_LINKS: integer(
    'speculativeLinks',
    0,
    0,
    64,
    'Links that a sweep of a space adds at most between episodes that went alike though they are about other things; 0: none. They are guesses, which no recall, window or search uses.',
  ),
  TOTAL_RECALL_CONSOLIDATE_EVENTS: integer(
    'consolidateEvents',
    1_000,
    1,
    1_000_000,
    'New events of a space that trigger a sweep before its interval ends.',
  ),
  TOTAL_RECALL_ARCHIVE: choice(
    'archive',
    ['auto', 'on', 'off'],
    'Whether the log is also archived as sealed segments of each session, next to the artifacts: in files or on S3. `auto` is on in a cluster and off in the standalone service.',
  ),
  TOTAL_RECALL_ARCHIVE_RECORDS: integer('archiveRecords', 10_000, 1, 1_000_000, 'Most records in one chapter of the archive.'),
  TOTAL_RECALL_ARCHIVE_MIB: integer(
    'archiveMiB',
    8,
    1,
    256,
    'Most MiB of sealed bodies in one chapter of the archive; each partition holds that much in memory.',
  ),
  TOTAL_RECALL_ARCHIVE_MINUTES: integer(
    'archiveMinutes',
    60,
    1,
    525_600,
    'Most minutes between the first and the last record of a chapter of the archive, by their recording times.',
  ),
} as const satisfies ConfigTable;

function weightOf(text: string): [tenant: string, weight: number] {
  const at = text.lastIndexOf('=');
  return [text.slice(0, at), Number(text.slice(at + 1))];
}
