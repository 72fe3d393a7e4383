import { vectorIndexContract } from '@total-recall/ports/testing';
import { openTemporaryIndex } from '../../testing/temporary-index.ts';

vectorIndexContract('SQLite', openTemporaryIndex, { durable: true });
