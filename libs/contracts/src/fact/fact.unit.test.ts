import { describe, expect, it } from 'vitest';
import { FACT_ROUTES } from '../http/fact-routes.ts';
import { LIMITS } from '../limits.ts';
import { checkInput } from '../wire/check-input.ts';
import { fact, factCorrection, factRemoval, newFact } from './fact.ts';

const written = { label: 'project', subject: 'billing', attribute: 'region', value: 'eu-west-1', text: 'Billing runs in eu-west-1.' };
const detailOf = (schema: Parameters<typeof checkInput>[0], input: unknown) => {
  const checked = checkInput(schema, input, 'body');
  return checked.kind === 'refused' ? `${checked.code} ${checked.detail}` : checked.kind;
};

describe('a fact that a person writes', () => {
  it('takes a sentence as long as the limit, and nothing beside its fields', () => {
    expect(detailOf(newFact, { ...written, text: 'x'.repeat(LIMITS.factTextLength) })).toBe('valid');
    expect(detailOf(newFact, { ...written, text: 'x'.repeat(LIMITS.factTextLength + 1) })).toMatch(/^invalid_request body.text/);
    for (const field of ['text', 'subject', 'attribute', 'value'])
      for (const blank of [' ', '\n\t', '\u200b\u2060'])
        expect(detailOf(newFact, { ...written, [field]: blank })).toMatch(new RegExp(`^invalid_request body.${field}: is blank`));
    expect(detailOf(newFact, { ...written, text: '\u{1f600}' })).toBe('valid');
    expect(detailOf(newFact, { ...written, text: '' })).toMatch(/^invalid_request body.text/);
    expect(detailOf(newFact, { ...written, label: 'rumour' })).toMatch(/^invalid_request body.label/);
    expect(detailOf(newFact, { ...written, subject: 'x'.repeat(129) })).toMatch(/^invalid_request body.subject/);
    expect(detailOf(newFact, { ...written, tenant: 'another' })).toMatch(/^invalid_request/);
    expect(detailOf(factCorrection, { text: 'a\ud800' })).toMatch(/^invalid_request body.text: holds half/);
  });

  it('is true for a time that ends after it begins, by any form of a time', () => {
    const since = { validFrom: '2026-01-31T12:00:00+01:00', validTo: Date.UTC(2026, 1, 1) };
    const checked = checkInput(newFact, { ...written, ...since }, 'body');
    expect(checked).toMatchObject({ value: { validFrom: Date.UTC(2026, 0, 31, 11), validTo: Date.UTC(2026, 1, 1) } });
    expect(detailOf(newFact, { ...written, validFrom: since.validTo, validTo: since.validFrom })).toMatch(/body.validTo: must be later/);
  });
});

it('evidence is kept or erased, never both', () => {
  expect(detailOf(factRemoval, {})).toBe('valid');
  expect(detailOf(factRemoval, { erase: true })).toBe('valid');
  expect(detailOf(factRemoval, { erase: true, keepEvidence: false })).toBe('valid');
  expect(detailOf(factRemoval, { erase: true, keepEvidence: true })).toMatch(/^invalid_request body.erase: contradicts/);
});

it('a list is asked by a time in ISO or epoch milliseconds, an entry by its id, a fact by its own', () => {
  const { listFacts, correctFact } = FACT_ROUTES;
  const entry = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const asked = { asOf: '2026-01-31T12:00:00Z', validAt: '1769860800000', atEntry: entry };
  const checked = checkInput(listFacts.query, asked, 'query');
  expect(checked).toMatchObject({ value: { asOf: 1_769_860_800_000, validAt: 1_769_860_800_000, history: 'false', limit: 50 } });
  for (const wrong of [{ asOf: 'tuesday' }, { atEntry: '7' }, { limit: '0' }, { text: 'x'.repeat(LIMITS.factQueryLength + 1) }])
    expect(detailOf(listFacts.query, wrong)).toMatch(/^invalid_request/);
  expect(detailOf(correctFact.params, { space: 'main', factId: `${entry}.120` })).toBe('valid');
  for (const factId of [entry, `${entry}.`, `${entry}.1x`, '../etc'])
    expect(detailOf(correctFact.params, { space: 'main', factId })).toMatch(/^invalid_request body.factId/);
});

it('a status carries only what belongs to it', () => {
  const known = { ...written, id: 'f', evidence: [], statements: 1, knownAt: 0, since: 0, byPerson: false };
  const encode = (status: object) => fact.safeEncode({ ...known, status } as never);
  expect(encode({ is: 'superseded', by: 'g', at: 5, reason: 'corrected' }).data).toMatchObject({
    status: { at: '1970-01-01T00:00:00.005Z' },
  });
  expect(encode({ is: 'tombstoned', at: 5, withholds: true }).success).toBe(true);
  expect(encode({ is: 'superseded', at: 5 }).success).toBe(false);
});
