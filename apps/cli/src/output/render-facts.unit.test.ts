import { expect, it } from 'vitest';
import { evidenceOf, renderFacts, renderLedger, renderProfile, type Fact } from './render-facts.ts';

const plain = (_: string, text: string) => text;
const lines = (table: string) => table.split('\n').map((line) => line.trimEnd());
const DAY = { first: '2026-10-01T09:00:00.000Z', later: '2026-11-17T09:00:00.000Z' };
const NOW = { at: '2026-11-20T00:00:00.000Z', holding: 'now' } as const;
const EVIDENCE = { eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', session: 'run-1', ordinal: 12, at: DAY.first };
const CURRENT: Fact = {
  id: `${EVIDENCE.eventId}.0`,
  label: 'project',
  subject: 'billing',
  attribute: 'region',
  value: 'eu-west-1',
  text: 'Billing runs\nin eu-west-1.\u001b[2J',
  evidence: [EVIDENCE],
  statements: 3,
  knownAt: DAY.later,
  since: DAY.later,
  status: { is: 'current' },
  byPerson: false,
};
const BEFORE: Fact = {
  ...CURRENT,
  value: 'us-east-1',
  since: DAY.first,
  until: DAY.later,
  status: { is: 'superseded', by: CURRENT.id, at: DAY.later, reason: 'later_statement' },
};

it('a fact is one line, harmless for a terminal, with its evidence by short name', () => {
  const [, , line, ...more] = lines(renderFacts([CURRENT], plain, NOW));
  expect(line).toBe(`Billing runs in eu-west-1.  billing, region  2026-11-17  now    run-1/e12 +2  ${CURRENT.id}`);
  expect(more).toEqual([]);
  expect(renderFacts([{ ...CURRENT, status: { is: 'tombstoned', at: DAY.later, withholds: true } }], plain, NOW)).toContain('withdrawn');
});

it('evidence without a place is named by its event, and none as none', () => {
  const { ordinal: _gone, ...unplaced } = EVIDENCE;
  expect(evidenceOf({ evidence: [unplaced], statements: 1 })).toBe(EVIDENCE.eventId);
  expect(evidenceOf({ evidence: [], statements: 0 })).toBe('-');
});

it('a profile has the current value first, and names the attribute once', () => {
  const entries = [{ attribute: 'region', current: CURRENT, history: [BEFORE] }];
  const [subject, , , current, before] = lines(renderProfile({ subject: 'billing', entries }, plain, NOW));
  expect(subject).toBe('billing');
  expect(current).toMatch(/^region +eu-west-1 +2026-11-17 +now +run-1\/e12/);
  expect(before).toMatch(/^ +before: us-east-1 +2026-10-01 +2026-11-17/);
  const beside = renderProfile(
    { subject: 'billing', entries: [{ current: CURRENT, history: [{ ...CURRENT, text: 'Billing runs in us-west-2.' }] }] },
    plain,
    { ...NOW, holding: 'then' },
  );
  expect(beside).toMatch(/\n- +Billing runs in eu-west-1\. +2026-11-17 +then .*\n +also: Billing runs in us-west-2\./);
});

it('a profile says of what does not hold whether it is over, to come, corrected, or something that happened', () => {
  const { attribute: _none, value: _nor, ...HAPPENED } = { ...CURRENT, text: 'I adopted a dog.', until: '2026-11-18T00:00:00.000Z' };
  const entries = [
    { attribute: 'port', history: [{ ...CURRENT, attribute: 'port', value: '4300', until: '2026-11-19T00:00:00.000Z' }] },
    { attribute: 'rent', history: [{ ...CURRENT, attribute: 'rent', value: '900', since: '2026-12-01T00:00:00.000Z' }] },
    {
      attribute: 'region',
      current: CURRENT,
      history: [{ ...BEFORE, status: { is: 'superseded' as const, by: CURRENT.id, at: DAY.later, reason: 'corrected' as const } }],
    },
    { history: [HAPPENED] },
  ];
  const shown = renderProfile({ subject: 'billing', entries }, plain, NOW);
  expect(shown).toMatch(/\nport +before: 4300 +2026-11-17 +2026-11-18/);
  expect(shown).toMatch(/\nrent +later: 900 +2026-12-01 +- /);
  expect(renderFacts([{ ...CURRENT, since: '2026-12-01T00:00:00.000Z' }], plain, NOW)).toMatch(/ 2026-12-01 +- +run-1\/e12/);
  expect(shown).toMatch(/\n +corrected: us-east-1 +2026-10-01 +corrected/);
  expect(shown).toMatch(/\n- +I adopted a dog\. +2026-11-17 +2026-11-17/);
});

it('what a fact tells is named in the words of its sentence', () => {
  const kids = { ...CURRENT, subject: 'user', attribute: 'number of kids', value: 'two kids', text: 'I have two kids, Mila and Joris.' };
  expect(renderFacts([kids], plain, NOW)).toContain('user, number of kids');
  expect(renderProfile({ subject: 'user', entries: [{ attribute: kids.attribute, current: kids, history: [] }] }, plain, NOW)).toMatch(
    /\nnumber of kids +two kids/,
  );
});

it('an entry of the ledger says what it did, and whether it was undone', () => {
  const entry = { id: 'E', at: DAY.later, actor: 'consolidator', type: 'decided' as const };
  const added = { did: 'added' as const, fact: 'a', kind: 'fact' as const, says: 'And the port is\n4200.' };
  const superseded = { did: 'superseded' as const, fact: 'b', by: 'a' };
  const rows = lines(
    renderLedger(
      [
        { ...entry, type: 'undone', changes: [added], undid: 'D' },
        { ...entry, changes: [added, superseded], undoneBy: 'F' },
        { ...entry, type: 'swept', changes: [] },
        {
          ...entry,
          changes: [
            { did: 'added', fact: 'c', kind: 'episode', says: 'crane, northern quay' },
            { did: 'updated', fact: 'd', kind: 'topic' },
          ],
        },
      ],
      plain,
    ),
  ).slice(2);
  expect(rows[0]).toContain('undid D, added "the port is 4200."');
  expect(rows[1]).toContain('(undone) added "the port is 4200.", replaced b');
  expect(rows[2]).toContain('read new events');
  expect(rows[3]).toContain('added episode (crane, northern quay), updated topic d');
  const changes = [
    { ...added, says: 'The ads budget is now 550 EUR, since the old van was sold.' },
    { ...superseded, says: 'The budget for ads is 400 EUR a month.' },
  ];
  const replacing = renderLedger([{ ...entry, changes }], plain);
  expect(replacing).toContain('added "The ads budget is now 550 EUR, sinc…", replaced "The budget for ads is 400 EUR a mon…"');
});

it('an entry of the ledger says who decided and why, what it linked, and whether it can be undone', () => {
  const entry = { id: 'E', at: DAY.later, actor: 'key_1', type: 'decided' as const };
  const superseded = { did: 'superseded' as const, fact: 'b', by: 'a', reason: 'later_statement' as const, confidence: 0.95 };
  const link = { did: 'linked' as const, fact: 'episode:1', to: 'episode:0', link: 'temporal' as const, kind: 'episode' as const };
  const rows = lines(
    renderLedger(
      [
        { ...entry, decidedBy: 'agent', reason: 'a typo', changes: [superseded], undoable: true },
        { ...entry, actor: 'model', decidedBy: 'model', changes: [superseded] },
        { ...entry, actor: 'consolidator', decidedBy: 'rules', changes: [link, { ...link, says: 'crane' }] },
      ],
      plain,
    ),
  ).slice(2);
  expect(rows[0]).toMatch(/agent, key_1 +replaced b +a typo; later statement; confidence 0\.95 +yes$/);
  expect(rows[1]).toMatch(/model +replaced b +later statement; confidence 0\.95 *$/);
  expect(rows[2]).toContain('linked episode episode:1 to episode:0 (temporal), linked episode (crane) to episode:0 (temporal)');
});
