import { memoryIndexContract } from '@total-recall/ports/testing';
import { openTemporaryIndex } from '../../testing/temporary-index.ts';

memoryIndexContract('SQLite', openTemporaryIndex, { durable: true });
