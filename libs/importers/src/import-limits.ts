/** Bounds of an import. They stay within what an append takes, so that what is read here can be sent there. */
export const IMPORT_LIMITS = {
  /** A longer line or document is left out. */
  recordBytes: 256 * 1024 * 1024,
  eventTextBytes: 16 * 1024 * 1024,
  toolArgumentsBytes: 1024 * 1024,
  attachmentBytes: 24 * 1024 * 1024,
  attachmentsPerEvent: 16,
  labelLength: 128,
  listedIssues: 1_000,
  unknownTypes: 256,
} as const;
