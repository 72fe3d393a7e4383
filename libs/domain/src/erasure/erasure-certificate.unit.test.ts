import { describe, expect, it } from 'vitest';
import { statementOf, type SeenErasure, type ServiceMode } from './erasure-certificate.ts';

function statementSeen(seen: SeenErasure) {
  return statementOf({
    id: '01JZX0000000000000000000AA',
    tenant: 'default',
    at: 1_700_000_000_000,
    completedAt: 1_700_000_001_000,
    actor: 'key',
    scope: { kind: 'tenant' },
    targets: { events: [], sessions: [], spaces: ['quay'], artifacts: [] },
    counts: { events: 0, quoting: 0, sessions: 0, spaces: 1, artifacts: 0 },
    seen,
  });
}
const ONE = { service: '1.0.0', generation: 'g1', staying: 0 };
const inMode = (mode: ServiceMode) => statementSeen({ ...ONE, mode });

describe('the stores that a certificate names', () => {
  it('are those of the service that erased', () => {
    expect(inMode('one_process').outside.join()).toContain('data folder');
    expect(inMode('one_process').purged.join()).toContain('put aside');
    const { purged, outside } = inMode('cluster');
    expect([...purged, ...outside].join()).not.toMatch(/data folder|put aside/);
    expect(outside.join()).toMatch(/brokers.*analytics.*bucket.*topics/);
  });

  it('are followed by the files that commands wrote, unless an earlier program certified', () => {
    for (const mode of ['one_process', 'cluster'] as const) {
      const now = statementSeen({ ...ONE, mode, namesFiles: true }).outside;
      expect(now.filter((copy) => !inMode(mode).outside.includes(copy))).toEqual([expect.stringMatching(/export.*digest --write/)]);
    }
  });

  it('stay those of before in the certificate of an earlier program, whose signature they are part of', () => {
    const { purged, outside } = statementSeen({ service: '0.1.0', generation: 'g1', staying: 0 });
    expect([purged, outside]).toEqual([
      ['keys', 'index', 'vectors', 'session states', 'artifacts', 'analytics', 'caches'],
      [
        'backups and copies of the data folder made before the erasure',
        'snapshots of the disk',
        'calls of models that had the events in their windows',
        'logs of other programs',
      ],
    ]);
  });
});
