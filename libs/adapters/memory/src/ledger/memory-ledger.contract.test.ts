import { ledgerContract } from '@total-recall/ports/testing';
import { createMemoryLedger } from './memory-ledger.ts';

ledgerContract('memory', () => ({ open: async () => createMemoryLedger(), dispose: async () => undefined }), { reopen: false });
