import { describe, expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';

const lifts = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

describe('an order from now on', () => {
  test.each([
    'From now on put the invoice number in the subject of each mail.',
    'From now on, mention the source of every figure.',
    'From now on sort imports alphabetically.',
    'From now on start with a summary.',
    'From now on check the links in every draft.',
  ])('is a standing one: %s', (text) => {
    expect(factsIn(text).map(({ kind, label }) => [kind, label])).toEqual([['constraint', 'feedback']]);
  });

  test.each([
    'From now on the office closes at five.',
    'From now on I will put the number in the title.',
    'From now on order numbers begin with a letter.',
    'From now on call times are at six.',
    'From now on list prices rise.',
    '"From now on put the number in the title" was his rule.',
    'Should I from now on put the number in the title?',
  ])('is not: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
  });
});

describe('a ban that is lifted in another language than English', () => {
  test.each([
    ['Verwende nie Emojis.', 'Du darfst wieder Emojis verwenden.'],
    ['Verwende niemals Markdown.', 'Du kannst Markdown wieder verwenden.'],
    ['Pushe nie auf main.', 'Du darfst wieder auf main pushen.'],
    ["N'utilise jamais d'emojis.", 'Tu peux de nouveau utiliser des emojis.'],
    ["N'utilise jamais de tableaux.", 'Vous pouvez à nouveau utiliser des tableaux.'],
    ['No uses nunca emojis.', 'Ya puedes usar emojis otra vez.'],
    ['No borres nunca la tabla.', 'Puedes volver a borrar la tabla.'],
    ['Non cancellare mai i backup.', 'Ora puoi di nuovo cancellare i backup.'],
    ['Nunca uses emojis.', 'Podes voltar a usar emojis.'],
    ["Gebruik nooit emoji's.", "Je mag weer emoji's gebruiken."],
    ['Använd aldrig tabeller.', 'Du får använda tabeller igen.'],
    ['Never use emojis.', 'Du darfst wieder Emojis verwenden.'],
    ['Verwende nie Emojis.', 'You may use emojis again.'],
    ['Never use emoji.', 'You may use emojis again.'],
  ])('%s %s', (earlier, later) => {
    expect(lifts(earlier, later)).toBe(true);
  });

  test.each([
    ['Verwende nie Emojis.', 'Du darfst heute wieder Emojis verwenden.'],
    ['Verwende nie Emojis.', 'Du darfst wieder Tabellen verwenden.'],
    ['Verwende nie Emojis.', 'Du darfst Emojis verwenden.'],
    ['Verwende immer Tabs.', 'Du darfst wieder Tabs verwenden.'],
    ['Pushe nie auf main.', 'Du darfst wieder auf develop pushen.'],
    ["N'utilise jamais d'emojis.", "Tu peux de nouveau utiliser des emojis jusqu'à vendredi."],
    ["N'utilise jamais de tableaux.", 'Paul dit que tu peux de nouveau utiliser des tableaux.'],
    ['No borres nunca la tabla.', '¿Puedes volver a borrar la tabla?'],
    ['No borres nunca la tabla.', 'Solo hoy puedes volver a borrar la tabla.'],
    ['Non cancellare mai i backup.', 'Puoi di nuovo cancellare i log.'],
    ['Nunca uses emojis.', 'Podes voltar a usar tabelas.'],
    ['Gebruik nooit tabellen.', 'Je mag weer tabellen gebruiken als het moet.'],
    ['Never push to main.', 'Du darfst wieder Emojis verwenden.'],
    ['Never use the plan.', 'You may now use the plant.'],
    ['Stelle nie das Backup in Produktion wieder her.', 'Du darfst wieder Produktion in das Backup stellen.'],
  ])('and one that is not: %s %s', (earlier, later) => {
    expect(lifts(earlier, later)).toBe(false);
  });
});

describe('a decision of an agent that it names so', () => {
  const said = (text: string, kind: 'agent_message' | 'user_message' = 'agent_message') =>
    readFacts({ eventId: 'e', session: 's', ordinal: 1, kind, occurredAt: Date.UTC(2026, 4, 4), text }).map(({ value }) => value);

  test.each([
    ['Decision: we keep invoices in PostgreSQL 15.', 'we keep invoices in PostgreSQL 15'],
    ['**Decision:** we use Argo CD for rollouts.', 'we use Argo CD for rollouts'],
    ['Decision: sessions are stored in Redis 7.', 'sessions are stored in Redis 7'],
  ])('is one of the project: %s', (text, value) => {
    expect(said(text)).toEqual([value]);
  });

  test.each([
    'Decision: pending.',
    'Decision: do we keep invoices in MySQL?',
    'Decision: you could use Flyway.',
    'Decision: we keep an eye on the metrics.',
    'Decision: we could keep invoices in MySQL.',
  ])('is not: %s', (text) => {
    expect(said(text)).toEqual([]);
  });
});
