import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErasureCertificate, ErasureScope } from '@total-recall/domain';
import { createLogger, SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig, problemOfCertificate } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCertificate } from './check-certificate.ts';
import { serveFolder } from '../../testing/serve-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };

let root: string;
const configOf = (dataDir: string) =>
  parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });

const serve = (dataDir: string) =>
  serveFolder(configOf(dataDir), createLogger({ destination: { write: () => undefined } }), { version: '9.8.7' });

const check = (dataDir: string, certificate: ErasureCertificate) =>
  checkCertificate(configOf(dataDir), certificate, { logger: SILENT_LOGGER });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-certificate-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the certificate of an erasure', () => {
  it('says what went, stays the same, is true of its folder and false of the backup before it', async () => {
    const [dataDir, backup] = [join(root, 'served'), join(root, 'backup')];
    let service = await serve(dataDir);
    const append = (space: string, session: string, texts: readonly string[]) =>
      service.ingest.append({
        tenant: 'default',
        space,
        session,
        events: texts.map((text, at) => ({ kind: 'user_message', text, meta: { subject: `guest-${at % 2}` } })),
        wait: 'searchable',
      });
    const { events } = await append('harbour', 'run-1', ['The gull eats', 'The crane turns', 'The tide waits', 'The mole stands']);
    await append('harbour', 'run-2', ['The ferry leaves', 'The pilot comes']);
    await append('quay', 'run-3', ['The berth is free']);
    await service.stop();
    await cp(dataDir, backup, { recursive: true });

    service = await serve(dataDir);
    const scopes: ErasureScope[] = [
      { kind: 'events', space: 'harbour', eventIds: [events[1]!.id] },
      { kind: 'subject', subject: 'guest-0', space: 'harbour' },
      { kind: 'session', space: 'harbour', session: 'run-2' },
      { kind: 'space', space: 'quay' },
    ];
    const certificates: ErasureCertificate[] = [];
    for (const scope of scopes) {
      const { certificate } = await service.eraser!.erase({ tenant: 'default', scope, actor: 'key-1', reason: 'asked by guest-0' });
      certificates.push(certificate!);
    }
    const published = await service.eraser!.certificateKey();
    await service.stop();

    expect(certificates[0]!.statement).toMatchObject({
      version: 1,
      tenant: 'default',
      what: 'events',
      requestedBy: 'key-1',
      destroyed: { events: [{ space: 'harbour', session: 'run-1', eventIds: [events[1]!.id] }], sessions: [], spaces: [], artifacts: [] },
      counts: { events: 1 },
      remains: { envelopes: 1, readable: 0, staying: 3 },
      purged: expect.arrayContaining(['read models and analytics that were put aside']),
      outside: expect.arrayContaining([expect.stringMatching(/^backups and copies of the data folder .* neither place nor age$/)]),
      service: { version: '9.8.7' },
    });
    expect(certificates[1]!.statement.counts.events).toBe(3);
    expect(JSON.stringify(certificates)).not.toMatch(/guest|gull|crane|ferry|berth/);
    for (const certificate of certificates) expect(problemOfCertificate(certificate, published)).toBeUndefined();

    const records = [];
    for (const certificate of certificates) {
      const { problem, checked } = await check(dataDir, certificate);
      expect(problem).toBeUndefined();
      expect(checked).toMatchObject({
        readable: 0,
        documents: 0,
        vectors: 0,
        artifacts: 0,
        unchecked: expect.arrayContaining(['analytics']),
      });
      records.push(checked!.records);
    }
    expect(records).toEqual([1, 3, 2, 1]);
    for (const at of [1, 3]) {
      const { problem, checked } = await check(backup, certificates[at]!);
      expect(checked).toEqual({
        records: records[at],
        readable: records[at],
        documents: records[at],
        vectors: 0,
        artifacts: 0,
        unchecked: expect.any(Array),
      });
      expect(problem).toMatch(/What it names is there/);
    }

    service = await serve(dataDir);
    for (const certificate of certificates)
      expect((await service.eraser!.erasure('default', certificate.statement.erasureId))?.certificate).toEqual(certificate);
    expect((await service.eraser!.erasure('other', certificates[0]!.statement.erasureId))?.certificate).toBeUndefined();
    expect((await service.eraser!.erasures('default', 10)).some(({ certificate }) => certificate)).toBe(false);
    const { certificate: planned } = await service.eraser!.erase({
      tenant: 'default',
      scope: { kind: 'session', space: 'harbour', session: 'run-1' },
      actor: 'key-1',
      dryRun: true,
    });
    expect(planned).toBeUndefined();
    await service.stop();
  });

  it('is not true where artifacts were put back, and is where the same was sent again', async () => {
    const [dataDir, artifacts] = [join(root, 'artifacts'), join(root, 'artifacts-before')];
    const attached = (session: string) => ({
      ...HOME,
      session,
      events: [
        {
          kind: 'user_message' as const,
          text: 'See what I sent.',
          attachments: [{ mime: 'text/plain', data: Buffer.from('The pilot comes at nine.'), title: 'note.txt' }],
        },
      ],
      wait: 'searchable' as const,
    });
    let service = await serve(dataDir);
    await service.ingest.append(attached('run-1'));
    await service.ingest.append({ ...attached('run-1'), space: 'quay' });
    await cp(join(dataDir, 'artifacts'), artifacts, { recursive: true });
    const certificates: ErasureCertificate[] = [];
    for (const scope of [
      { kind: 'session', space: 'harbour', session: 'run-1' },
      { kind: 'space', space: 'quay' },
    ] as const)
      certificates.push((await service.eraser!.erase({ tenant: 'default', scope, actor: 'key-1' })).certificate!);
    expect(certificates[0]!.statement.destroyed.artifacts).toHaveLength(1);
    await service.stop();
    for (const certificate of certificates) expect((await check(dataDir, certificate)).problem).toBeUndefined();

    await cp(artifacts, join(dataDir, 'artifacts'), { recursive: true });
    for (const certificate of certificates)
      expect(await check(dataDir, certificate)).toMatchObject({
        checked: { readable: 0, documents: 0, artifacts: 1 },
        problem: expect.stringContaining('1 artifacts are stored'),
      });

    await rm(join(dataDir, 'artifacts'), { recursive: true });
    service = await serve(dataDir);
    await service.ingest.append(attached('run-2'));
    await service.stop();
    expect((await check(dataDir, certificates[0]!)).problem).toBeUndefined();
  });

  it('is refused by a folder that did not sign it, and where it was changed', async () => {
    const [one, other] = [join(root, 'one'), join(root, 'other')];
    let service = await serve(one);
    await service.ingest.append({ ...HOME, session: 'run-1', events: [{ kind: 'user_message', text: 'The buoy' }], wait: 'searchable' });
    const scope = { kind: 'session', space: 'harbour', session: 'run-1' } as const;
    const { certificate } = await service.eraser!.erase({ tenant: 'default', scope, actor: 'key-1' });
    await service.stop();
    service = await serve(other);
    await service.stop();
    expect((await check(other, certificate!)).problem).toMatch(/another data folder/);
    const changed = { ...certificate!, statement: { ...certificate!.statement, requestedBy: 'nobody' } };
    expect((await check(one, changed)).problem).toMatch(/something was changed/);
    expect((await check(one, certificate!)).problem).toBeUndefined();
  });
});
