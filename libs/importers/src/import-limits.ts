import { LIMITS } from '@total-recall/contracts';

/** Limits of an import. They stay within those of an append, so that everything read can be appended. */
export const IMPORT_LIMITS = {
  /** A longer line or document is left out. */
  recordBytes: 256 * 1024 * 1024,
  /** Lines of a log that are read; those behind them are left out. */
  lines: 1_000_000,
  /** Objects, lists, keys and elements of a line; a line with more, or that is nested deeper, is left out unread. */
  lineValues: LIMITS.jsonValues,
  /** The same of a file that is one JSON value. */
  documentValues: 4 * LIMITS.jsonValues,
  depth: 256,
  eventTextBytes: LIMITS.eventTextBytes,
  toolArgumentsBytes: LIMITS.toolArgumentsBytes,
  thinkingSealBytes: LIMITS.thinkingSealBytes,
  attachmentBytes: LIMITS.attachmentBytes,
  attachmentsPerEvent: LIMITS.attachmentsPerEvent,
  labelLength: LIMITS.labelLength,
  /** Gaps in the sequences of a session; a service keeps no more of them open. */
  sequenceGaps: LIMITS.sequenceRangesAbove - 4,
  tagsPerEvent: LIMITS.tagsPerEvent,
  /** Characters that are kept of a block of content of an unknown type, as JSON. */
  unknownBlockLength: 4_000,
  listedIssues: 1_000,
  unknownTypes: 256,
} as const;
