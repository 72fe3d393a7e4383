import type { QueryMoment, QueryTime } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { readQueryTime } from './read-query-time.ts';

/** A Sunday. */
const NOW = Date.UTC(2031, 10, 23, 16);

/** Renders moments briefly: a day, or from and to, with the relation. */
function told({ moments }: QueryTime): string[] {
  return moments.map((moment: QueryMoment) => {
    if (moment.unit === 'month') return `month ${moment.month + 1}`;
    if (moment.unit === 'day') return `day ${moment.month + 1}-${moment.day}`;
    if (moment.unit === 'clock') return `clock ${moment.minuteOfDay}`;
    const [from, to] = [moment.fromTime, moment.toTime].map((time) => new Date(time).toISOString().slice(0, 16).replace('T00:00', ''));
    return `${moment.relation} ${from} ${to}`;
  });
}

describe('times of a query', () => {
  it.each([
    ['What did the harbour decide on 3 May 2030?', 'at 2030-05-03 2030-05-04'],
    ['what happened on 2030-05-03', 'at 2030-05-03 2030-05-04'],
    ['from 3 May to 5 May 2030', 'at 2030-05-03 2030-05-06'],
    ['in March 2030', 'at 2030-03-01 2030-04-01'],
    ['in 2033', 'at 2033-01-01 2034-01-01'],
    ['the storm of 3rd February', 'day 2-3'],
    ['What came out in October?', 'month 10'],
    ['yesterday', 'at 2031-11-22 2031-11-23'],
    ['three days ago', 'at 2031-11-20 2031-11-21'],
    ['last week', 'at 2031-11-10 2031-11-17'],
    ['What did we do last month?', 'at 2031-10-01 2031-11-01'],
    ['What did we do on Monday?', 'at 2031-11-17 2031-11-18'],
    ['an hour ago', 'at 2031-11-23T15:00 2031-11-23T15:01'],
    ['What did I ask at 00:13 UTC on 21 November 2030?', 'at 2030-11-21T00:13 2030-11-21T00:14'],
    ['around 14:30', 'clock 870'],
    ['since March', 'after 2031-03-01 2031-04-01'],
    ['before 3 May', 'before 2031-05-03 2031-05-04'],
    ['until yesterday', 'before 2031-11-22 2031-11-23'],
  ])('%s', (query, moment) => {
    expect(told(readQueryTime(query, NOW))).toEqual([moment]);
  });

  it.each([
    ['Was habe ich gestern gesagt?', 'at 2031-11-22 2031-11-23'],
    ['Was geschah am 05.03.2030?', 'at 2030-03-05 2030-03-06'],
    ['Was war letzte Woche?', 'at 2031-11-10 2031-11-17'],
    ['Was galt vor dem 3. Mai 2030?', 'before 2030-05-03 2030-05-04'],
    ['Que s’est-il passé hier à 14h ?', 'at 2031-11-22T14:00 2031-11-22T14:01'],
    ['Quand avons-nous décidé en mars 2030 ?', 'at 2030-03-01 2030-04-01'],
    ['¿Qué dije el 3 de mayo?', 'day 5-3'],
    ['Che cosa ho detto ieri?', 'at 2031-11-22 2031-11-23'],
    ['O que eu disse ontem?', 'at 2031-11-22 2031-11-23'],
    ['Wat heb ik gisteren gezegd?', 'at 2031-11-22 2031-11-23'],
    ['Что я говорил вчера?', 'at 2031-11-22 2031-11-23'],
    ['昨日何を言いましたか', 'at 2031-11-22 2031-11-23'],
    ['我昨天说了什么', 'at 2031-11-22 2031-11-23'],
  ])('in other languages: %s', (query, moment) => {
    expect(told(readQueryTime(query, NOW))).toEqual([moment]);
  });

  it.each([
    'Which crane may march on?',
    'an august guest of berth 40',
    'error at src/app.ts:12:30',
    'error in line 12:30',
    'HTTP 404 at 10.0.0.1:8080',
    'line 2031x of pier 99999, build v2030.11.21',
    'the second may be right, the sun was out',
    'How do I set the timeout to 30 seconds?',
    'What did the build do?',
    '',
  ])('are not read into %j', (query) => {
    expect(readQueryTime(query, NOW)).toEqual({ moments: [], certain: false, words: '' });
  });

  it('come with the order that is asked for', () => {
    expect(readQueryTime('What is the latest value of the port?', NOW)).toMatchObject({ order: 'last', moments: [] });
    expect(readQueryTime('Was habe ich zuerst gefragt?', NOW)).toMatchObject({ order: 'first' });
    expect(readQueryTime('What happened on the last day?', NOW)).toMatchObject({ order: 'last', moments: [] });
    expect(readQueryTime('Is it last week or the week before?', NOW)).not.toHaveProperty('order');
    expect(readQueryTime('the first and the last name', NOW)).not.toHaveProperty('order');
  });

  it('are certain where somebody who took part is asked for, and one stretch is named', () => {
    expect(readQueryTime('What did we decide yesterday?', NOW).certain).toBe(true);
    expect(readQueryTime('Which flight leaves on 3 May 2030?', NOW).certain).toBe(false);
    expect(readQueryTime('What did we decide in May?', NOW).certain).toBe(false);
    expect(readQueryTime('What did we decide on 3 May 2030 and on 4 May 2030?', NOW).certain).toBe(false);
  });

  it('are told with the words that name them', () => {
    expect(readQueryTime('What did we decide about berth 40 on 3 May 2030?', NOW).words).toBe('on 3 May 2030');
    expect(readQueryTime('Quand avons-nous décidé en mars 2030 ?', NOW).words).toBe('mars 2030');
  });

  it('are bounded, whatever the text', () => {
    const days = Array.from({ length: 60 }, (_, at) => `on 2030-01-${String(1 + (at % 28)).padStart(2, '0')}`).join(', ');
    expect(readQueryTime(days, NOW).moments.length).toBeLessThanOrEqual(8);
    expect(readQueryTime('\ud800 \u0000 ((((', NOW).moments).toEqual([]);
  });
});
