import { createMemoryAnatomyStore } from '@total-recall/adapter-memory';
import { SILENT_LOGGER } from '@total-recall/observability';
import { sampleAnatomy, sampleRetrieval } from '@total-recall/ports/testing';
import { TotalRecallError, type TotalRecallError as Refusal } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createLossyAnatomyStore } from './lossy-anatomy-store.ts';

describe('analytics that are away', () => {
  const refusing = (code: Refusal['code']) => {
    const refuse = () => Promise.reject(new TotalRecallError(code, 'no'));
    return createLossyAnatomyStore({ ...createMemoryAnatomyStore(), appendAnatomy: refuse, appendRetrievals: refuse }, SILENT_LOGGER);
  };

  it('hold up no answer', async () => {
    await refusing('unavailable').appendAnatomy([sampleAnatomy('t1')]);
    await refusing('unavailable').appendRetrievals([sampleRetrieval('r1')]);
  });

  it('hide no other error', async () => {
    await expect(refusing('closed').appendAnatomy([sampleAnatomy('t1')])).rejects.toMatchObject({ code: 'closed' });
    await expect(refusing('invalid_request').appendRetrievals([sampleRetrieval('r1')])).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('hold what they have room for', async () => {
    const store = createLossyAnatomyStore(createMemoryAnatomyStore(), SILENT_LOGGER);
    const record = sampleAnatomy('t1');
    await store.appendAnatomy([record]);
    expect(await store.anatomy({ tenant: record.tenant, space: record.space, session: record.session, limit: 5 })).toEqual([record]);
  });
});
