import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

describe('where things of the work are', () => {
  it.each([
    ['The ledger database is at db-stage.harbour.internal:5433.', 'ledger database location', 'db-stage.harbour.internal:5433'],
    ['The logs live in /var/log/harbour.', 'log location', '/var/log/harbour'],
    ['Backups are stored on the NAS at /mnt/nas/backups.', 'backup location', '/mnt/nas/backups'],
    ['The CI config lives in .forgejo/workflows.', 'ci config location', '.forgejo/workflows'],
    ['Our metrics are in VictoriaMetrics.', 'metric location', 'VictoriaMetrics'],
    ['The designs live in Figma.', 'design location', 'Figma'],
    ['The queue is on broker-2.internal:4222 in production.', 'production queue location', 'broker-2.internal:4222'],
    ['The cache is at 10.0.0.4:6379.', 'cache location', '10.0.0.4:6379'],
    ['Die Protokolle liegen unter /srv/protokolle.', 'protokolle ort', '/srv/protokolle'],
    ['Das Wiki ist unter https://wiki.example erreichbar.', 'wiki ort', 'https://wiki.example'],
    ['El servidor de pruebas está en pruebas.puerto.es.', 'servidor de prueba ubicación', 'pruebas.puerto.es'],
  ])('reads it whole: %s', (text, attribute, value) => {
    expect(factsIn(text)).toMatchObject([{ label: 'reference', attribute, value }]);
  });

  it('keeps to its owner what he keeps for himself', () => {
    expect(factsIn('My notes are in ~/notes.')).toMatchObject([{ label: 'user', attribute: 'note location', value: '~/notes' }]);
  });

  it.each(['The logs moved to /srv/logs.', 'We moved the logs to /srv/logs.', 'The logs now live in /srv/logs.'])(
    'says that it changed: %s',
    (text) => {
      expect(factsIn(text)).toMatchObject([{ attribute: 'log location', value: '/srv/logs', saysChange: true }]);
    },
  );

  it('reads the name of a machine whole where it is a value, too', () => {
    expect(factsIn('Our endpoint is eu-2.harbour.example.')).toMatchObject([{ value: 'eu-2.harbour.example' }]);
  });

  it.each([
    'The bug is in src/parse.ts.',
    'Der Fehler liegt in src/parse.ts.',
    'El error está en src/parse.ts.',
    'The images are in Paris.',
    'The kids live in src/house.',
    'The docs are kept in order.',
    'My parents live in Boston/Cambridge/Somerville.',
    'The docs are kept in English.',
    'Most logs are stored in /var/log.',
    'Ideally backups are stored at /mnt/nas.',
    'The logs used to live in /var/log.',
    'The logs live in /var/log, I think.',
    'If the logs live in /var/log, rotate them.',
    'Suppose the cache is at localhost:6379.',
  ])('reads none here: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
  });
});

describe('who answers for what', () => {
  it.each([
    ['Mirjam owns search.', 'search owner', 'Mirjam'],
    ['Team: Piet is responsible for billing.', 'billing owner', 'Piet'],
    ['Chidi maintains the scanner firmware.', 'scanner firmware owner', 'Chidi'],
    ['The API is maintained by Aylin.', 'api owner', 'Aylin'],
    ['Anna is now in charge of support.', 'support owner', 'Anna'],
    ['Mirjam ist für die Suche zuständig.', 'zuständig für suche', 'Mirjam'],
    ['Piet verantwortet die Abrechnung.', 'zuständig für abrechnung', 'Piet'],
    ['Marta es responsable de facturación.', 'responsable de facturación', 'Marta'],
  ])('reads it: %s', (text, attribute, value) => {
    expect(factsIn(text)).toMatchObject([{ label: 'project', attribute, value }]);
  });

  it('reads each of two in one sentence, and who followed whom', () => {
    expect(factsIn('Mirjam owns search, Piet is responsible for billing.')).toHaveLength(2);
    expect(factsIn('Piet no longer owns billing.')).toMatchObject([{ attribute: 'billing owner', value: 'Piet', ends: true }]);
    expect(factsIn('Aylin took over billing from Piet.')).toMatchObject([{ attribute: 'billing owner', value: 'Aylin', replaces: 'Piet' }]);
  });

  it.each([
    'Mirjam owns a bakery.',
    'Mirjam owns the bakery on Main Street.',
    'Piet is responsible for the delay.',
    'Anna leads the way.',
    'Mirjam owned search until March.',
    'I think Mirjam owns search.',
    'As soon as Tom leaves, Chidi will own the API.',
    'Does Mirjam own search?',
    'Anna ist für die Kinder zuständig.',
    'Marta se encarga de la cena.',
  ])('reads none here: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
  });
});
