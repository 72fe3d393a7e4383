import { describe, expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const replaces = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

describe('owners and posts', () => {
  test.each([
    ['Marta owns the release.', 'Owner of the release is now Olaf.'],
    ['Marta owns the release.', 'The owner of the release is Olaf now.'],
    ['Marta owns the release.', 'Olaf owns the release now.'],
    ['Marta owns the release.', 'Olaf is responsible for the release now.'],
    ['Marta owns the release.', 'Marta left, Olaf owns the release.'],
    ['Ingrid is the new team lead.', 'Ingrid left the team, Olaf is the team lead.'],
    ['Ingrid is the new team lead.', 'Ingrid left the company, so Olaf is our new team lead.'],
    ['Ingrid is the new team lead.', 'Olaf is now the team lead.'],
    ['Ingrid is our team lead.', 'Olaf is the team lead now.'],
    ['Ingrid is our team lead.', 'Olaf is our team lead now.'],
  ])('pass to another: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(true);
  });

  test.each([
    ['Marta owns the release.', 'Is Olaf the owner of the release now?'],
    ['Marta owns the release.', 'If the owner of the release is now Olaf, ask him.'],
    ['Marta owns the release.', 'Maybe Olaf owns the release now.'],
    ['Marta owns the release.', 'Olaf owns the release now, I think.'],
    ['Marta owns the release.', 'Olaf owns billing now.'],
    ['Marta owns the release.', 'Eva left, Olaf owns the release.'],
    ['Ingrid is our team lead.', 'Ingrid left the meeting, Olaf is the team lead.'],
    ['Ingrid is our team lead.', 'Olaf is the team lead for now.'],
    ['Ingrid is our team lead.', 'Tom says Olaf is the team lead now.'],
  ])('stay: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(false);
  });
});

describe('programs', () => {
  test.each([
    ['We decided to use Postgres for the billing service.', 'We dropped Postgres for billing and went with CockroachDB instead.'],
    ['We use Redis for queues.', 'We have dropped Redis for the queues, and we use NATS now.'],
    ['We use Redis.', 'We dropped Redis and switched to NATS.'],
    ['We deploy with Jenkins.', 'Jenkins is gone, we deploy with Argo now.'],
    ['We deploy with Jenkins.', 'Jenkins is dead, so we use GitLab now.'],
    ['We use Redis.', 'Redis is no longer used.'],
    ['We use Redis.', 'Redis has been decommissioned.'],
  ])('that were dropped are over: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(true);
  });

  test.each([
    ['We use Postgres for search.', 'We dropped Postgres for billing and went with CockroachDB instead.'],
    ['We use Redis.', 'We dropped Redis for the queues and went with NATS.'],
    ['We use Redis.', 'We dropped Redis and went with the flow.'],
    ['We use Redis.', 'If we dropped Redis and went with NATS, it would be slow.'],
    ['We use Redis.', 'They dropped Redis and went with NATS.'],
    ['We use Redis.', 'We never dropped Redis and went with NATS.'],
    ['We deploy with Jenkins.', 'If Jenkins is gone, we deploy with Argo.'],
    ['We deploy with Jenkins.', 'Jenkins is gone.'],
    ['We use Redis.', 'Redis is no longer used in the worker.'],
    ['We use Redis.', 'Is Redis no longer used?'],
    ['We use Redis.', 'The variable Redis is no longer used.'],
  ])('stay: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(false);
  });
});

describe('days and amounts', () => {
  test.each([
    ['The deploy window is Thursday 14:00 to 15:00 UTC.', ['deploy window: Thursday 14:00 to 15:00 UTC']],
    ['The maintenance window is 02:00-04:00 UTC.', ['maintenance window: 02:00-04:00 UTC']],
    ['Our meeting is on Friday from 10:00 to 11:30.', ['meeting: Friday from 10:00 to 11:30']],
    ['The meeting is Friday 14:00.', ['meeting: Friday 14:00']],
    ['The meeting is Friday 14:00 or 15:00.', []],
    ['The deploy window moves to Wednesday.', ['deploy window: Wednesday']],
    ['The deploy window moves to Wednesday every other week.', []],
    ['If the deploy window moves to Wednesday, tell me.', []],
    ['The train moves to platform 5.', []],
    ['Our SLA is 99.9 %.', ['sla: 99.9 %']],
    ['The Node version is 20.1.0.', ['node version: 20.1.0']],
    ['The port in the example is 3000.', []],
    ['The port in the config is 3000.', ['config port: 3000']],
    ['The timeout in this tutorial is 30 seconds.', []],
  ])('%s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  test.each([
    ['The deploy window is Thursday 14:00 to 15:00 UTC.', 'The deploy window moves to Wednesday.', true],
    ['The budget is 10,000 euros.', 'The client raised the budget to 12,000 euros.', true],
    ['The deadline is 4 December.', 'The customer moved the deadline to 11 December.', true],
    ['The budget is 10,000 euros.', 'The government raised the budget to 12,000 euros.', false],
    ['The budget is 10,000 euros.', 'The client wants to raise the budget to 12,000 euros.', false],
    ['The budget is 10,000 euros.', 'The client almost raised the budget to 12,000 euros.', false],
    ['The budget is 10,000 euros.', 'If the client raised the budget to 12,000 euros, we could hire.', false],
    ['The budget is 10,000 euros.', 'The client raised the budget to 12,000 euros in his dream.', false],
    ['The budget is 10,000 euros.', 'Did the client raise the budget to 12,000 euros?', false],
  ])('%s %s', (earlier, later, isReplaced) => {
    expect(replaces(earlier, later)).toBe(isReplaced);
  });

  test('a meeting on a weekday may come back, whatever its hours are', () => {
    for (const text of ['The meeting is Friday 14:00.', 'Our meeting is on Friday from 10:00 to 11:30.'])
      expect(factsIn(text)[0]?.validTo).toBeUndefined();
    expect(factsIn('The deadline is Friday 14:00.')[0]?.validTo).toBeDefined();
  });

  test('an availability that is ours is the project’s', () => {
    expect(factsIn('Our SLA is 99.9 %.')).toMatchObject([{ label: 'project', subject: 'project' }]);
  });
});

describe('moves that name the former home', () => {
  test.each([
    ['Ich wohne in Köln.', 'Ich bin von Köln nach Bonn gezogen.'],
    ["J'habite à Nice.", "J'ai déménagé de Nice à Paris."],
    ["J'habite à Angers.", "J'ai déménagé d'Angers à Paris."],
    ['Vivo en Bilbao.', 'Me mudé de Bilbao a Valencia.'],
    ['Vivo a Milano.', 'Mi sono trasferito da Milano a Torino.'],
    ['Moro em Lisboa.', 'Mudei-me de Lisboa para o Porto.'],
    ['Ik woon in Utrecht.', 'Ik ben van Utrecht naar Gent verhuisd.'],
    ['Jag bor i Malmö.', 'Jag har flyttat från Malmö till Lund.'],
  ])('%s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(true);
  });

  test.each([
    ['Ich wohne in Essen.', 'Ich bin von Köln nach Bonn gezogen.'],
    ['Ich wohne in Köln.', 'Ich bin nicht von Köln nach Bonn gezogen.'],
    ['Ich wohne in Köln.', 'Ich wäre fast von Köln nach Bonn gezogen.'],
    ['Ich wohne in Köln.', 'Bist du von Köln nach Bonn gezogen?'],
    ['Ich wohne in Köln.', 'Meine Schwester ist von Köln nach Bonn gezogen.'],
    ['Ich wohne in Köln.', 'Ich bin von Köln nach Bonn gefahren.'],
    ["J'habite à Nice.", "Je n'ai pas déménagé de Nice à Paris."],
  ])('and not: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(false);
  });
});
