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
    ['What did I ask at 00:13 on 21 November?', 'at 2031-11-21T00:13 2031-11-21T00:14'],
    ['What did I ask at 00:13 on 3 January?', 'at 2031-01-03T00:13 2031-01-03T00:14'],
    ['What did I ask at 00:13 on 30 November?', 'at 2030-11-30T00:13 2030-11-30T00:14'],
    ['Was habe ich am 30. November um 00:13 gesagt?', 'at 2030-11-30T00:13 2030-11-30T00:14'],
    ['between 10:00 and 12:30 on 3 December', 'at 2030-12-03T10:00 2030-12-03T12:31'],
    ['What did I ask at 9:00 on Tuesday?', 'at 2031-11-18T09:00 2031-11-18T09:01'],
    ['What is planned for next Tuesday at 9:00?', 'at 2031-11-25T09:00 2031-11-25T09:01'],
    ['around 14:30', 'clock 870'],
    ['since March', 'after 2031-03-01 2031-04-01'],
    ['What did I say the day before yesterday?', 'at 2031-11-21 2031-11-22'],
    ['the day after 3 May 2030', 'at 2030-05-04 2030-05-05'],
    ['the day before 3 May', 'at 2031-05-02 2031-05-03'],
    ['the week before last', 'at 2031-11-03 2031-11-10'],
    ['in the last three days', 'at 2031-11-20 2031-11-23T16:01'],
    ['over the past 2 weeks', 'at 2031-11-09 2031-11-23T16:01'],
    ['in the last few months', 'at 2031-06-23 2031-11-23T16:01'],
    ['in the last 24 hours', 'at 2031-11-22T16:00 2031-11-23T16:01'],
    ['What is planned for next year?', 'at 2032-01-01 2033-01-01'],
    ['in two months', 'at 2032-01-01 2032-02-01'],
    ['Where do we meet next Friday?', 'at 2031-11-28 2031-11-29'],
    ['last weekend', 'at 2031-11-15 2031-11-17'],
    ['What broke at the weekend?', 'at 2031-11-22 2031-11-24'],
    ['in the last hour', 'at 2031-11-23T15:00 2031-11-23T16:01'],
    ['a few days ago', 'at 2031-11-16T08:00 2031-11-21T20:00'],
    ['between 3 May 2030 and 9 May 2030', 'at 2030-05-03 2030-05-10'],
    ['between 3 May and 9 May', 'at 2031-05-03 2031-05-10'],
    ['between 3 and 9 May', 'at 2031-05-03 2031-05-10'],
    ['between May 3rd and 9th, 2030', 'at 2030-05-03 2030-05-10'],
    ['between the 3rd and the 9th of May', 'at 2031-05-03 2031-05-10'],
    ['from 3 to 4 May', 'at 2031-05-03 2031-05-05'],
    ['from the 3rd to the 9th of May', 'at 2031-05-03 2031-05-10'],
    ['between 9am and 11am yesterday', 'at 2031-11-22T09:00 2031-11-22T11:01'],
    ['between 10:00 and 12:30 on 3 May 2030', 'at 2030-05-03T10:00 2030-05-03T12:31'],
    ['between 2030-05-03T10:00Z and 2030-05-03T12:00Z', 'at 2030-05-03T10:00 2030-05-03T12:01'],
    ['on 3 May 2030 between 10:00 and 12:30', 'at 2030-05-03T10:00 2030-05-03T12:31'],
    ['on 3 May, between 10:00 and 12:30', 'at 2031-05-03T10:00 2031-05-03T12:31'],
    ['yesterday between 5pm and 6pm', 'at 2031-11-22T17:00 2031-11-22T18:01'],
    ['between 2030-05-03 10:00 and 2030-05-03 12:30', 'at 2030-05-03T10:00 2030-05-03T12:31'],
    ['from 2030-05-02 23:30 to 2030-05-03 01:40', 'at 2030-05-02T23:30 2030-05-03T01:41'],
    ['between 23:30 on 2 May 2030 and 01:40 on 3 May 2030', 'at 2030-05-02T23:30 2030-05-03T01:41'],
    ['between 23:30 on 2 May and 01:40 on 3 May 2030', 'at 2030-05-02T23:30 2030-05-03T01:41'],
    ['on 3 May 2030 after 10:00', 'at 2030-05-03T10:00 2030-05-04'],
    ['on 3 May 2030 before 00:05', 'at 2030-05-03 2030-05-03T00:05'],
    ['yesterday after 17:00', 'at 2031-11-22T17:00 2031-11-23'],
    ['on Monday, before 9:00', 'at 2031-11-17 2031-11-17T09:00'],
    ['after 10:00 on 3 May 2030', 'after 2030-05-03T10:00 2030-05-03T10:01'],
    ['tickets between 4711 and 4720 yesterday', 'at 2031-11-22 2031-11-23'],
    ['from 20 December to 2 January', 'at 2030-12-20 2031-01-03'],
    ['from May to July 2030', 'at 2030-05-01 2030-08-01'],
    ['from March to May', 'at 2031-03-01 2031-06-01'],
    ['from October to December', 'at 2031-10-01 2032-01-01'],
    ['from November to February', 'at 2031-11-01 2032-03-01'],
    ['from June to today', 'at 2031-06-01 2031-11-24'],
    ['between June and September', 'at 2031-06-01 2031-10-01'],
    ['between November and February', 'at 2031-11-01 2032-03-01'],
    ['from Monday to 26 November', 'at 2031-11-17 2031-11-27'],
    ['between March 2029 and May 2030', 'at 2029-03-01 2030-06-01'],
    ['between March and May', 'at 2031-03-01 2031-06-01'],
    ['between May and July', 'at 2031-05-01 2031-08-01'],
    ['between March and May 2030', 'at 2030-03-01 2030-06-01'],
    ['between December and February 2030', 'at 2029-12-01 2030-03-01'],
    ['between March 2029 and May', 'at 2029-03-01 2029-06-01'],
    ['between 3 May and 9 May 2030', 'at 2030-05-03 2030-05-10'],
    ['between 3 May 2030 and 9 May', 'at 2030-05-03 2030-05-10'],
    ['from Monday to Wednesday', 'at 2031-11-17 2031-11-20'],
    ['from next Monday to Wednesday', 'at 2031-11-24 2031-11-27'],
    ['the notes from 3 May 2030', 'at 2030-05-03 2030-05-04'],
    ['from 3 May 2030 onwards', 'after 2030-05-03 2030-05-04'],
    ['before 3 May', 'before 2031-05-03 2031-05-04'],
    ['What did we decide before 2030?', 'before 2030-01-01 2031-01-01'],
    ['What has changed since 2029?', 'after 2029-01-01 2030-01-01'],
    ['no later than 3 May', 'before 2031-05-04 2031-05-04'],
    ['not later than 2030', 'before 2031-01-01 2031-01-01'],
    ['not before 3 May', 'after 2031-05-03 2031-05-04'],
    ['until yesterday', 'before 2031-11-22 2031-11-23'],
  ])('%s', (query, moment) => {
    expect(told(readQueryTime(query, NOW))).toEqual([moment]);
  });

  it.each([
    ['Was habe ich gestern gesagt?', 'at 2031-11-22 2031-11-23'],
    ['Was geschah am 05.03.2030?', 'at 2030-03-05 2030-03-06'],
    ['Was haben wir zwischen dem 3. und dem 9. Mai gemacht?', 'at 2031-05-03 2031-05-10'],
    ["Qu'avons-nous fait entre le 3 et le 9 mai ?", 'at 2031-05-03 2031-05-10'],
    ['¿Qué hicimos entre el 3 y el 9 de mayo?', 'at 2031-05-03 2031-05-10'],
    ['¿Qué hicimos del 3 al 9 de mayo?', 'at 2031-05-03 2031-05-10'],
    ['Cosa abbiamo fatto tra il 3 e il 9 maggio?', 'at 2031-05-03 2031-05-10'],
    ['Wat hebben we tussen 3 en 9 mei gedaan?', 'at 2031-05-03 2031-05-10'],
    ['O que fizemos entre 3 e 9 de maio?', 'at 2031-05-03 2031-05-10'],
    ['Что мы делали между 3 и 9 мая?', 'at 2031-05-03 2031-05-10'],
    ['Was habe ich am 3. Mai 2030 nach 10:00 gesagt?', 'at 2030-05-03T10:00 2030-05-04'],
    ['Was habe ich gestern zwischen 17:00 und 18:00 gesagt?', 'at 2031-11-22T17:00 2031-11-22T18:01'],
    ['Qu’ai-je dit hier après 17h ?', 'at 2031-11-22T17:00 2031-11-23'],
    ['¿Qué dije ayer después de las 17:00?', 'at 2031-11-22T17:00 2031-11-23'],
    ['Was war letzte Woche?', 'at 2031-11-10 2031-11-17'],
    ['Was galt vor dem 3. Mai 2030?', 'before 2030-05-03 2030-05-04'],
    ['Was galt spätestens am 3. Mai 2030?', 'before 2030-05-04 2030-05-04'],
    ['Que s’est-il passé hier à 14h ?', 'at 2031-11-22T14:00 2031-11-22T14:01'],
    ['Quand avons-nous décidé en mars 2030 ?', 'at 2030-03-01 2030-04-01'],
    ['¿Qué dije el 3 de mayo?', 'day 5-3'],
    ['Che cosa ho detto ieri?', 'at 2031-11-22 2031-11-23'],
    ['O que eu disse ontem?', 'at 2031-11-22 2031-11-23'],
    ['Wat heb ik gisteren gezegd?', 'at 2031-11-22 2031-11-23'],
    ['Что я говорил вчера?', 'at 2031-11-22 2031-11-23'],
    ['昨日何を言いましたか', 'at 2031-11-22 2031-11-23'],
    ['我昨天说了什么', 'at 2031-11-22 2031-11-23'],
    ['Was galt vor 2030?', 'before 2030-01-01 2031-01-01'],
    ['Was haben wir seit Mai 2030 beschlossen?', 'after 2030-05-01 2030-06-01'],
    ['Was haben wir vor März beschlossen?', 'before 2031-03-01 2031-04-01'],
    ['¿Qué decidimos antes de mayo de 2030?', 'before 2030-05-01 2030-06-01'],
    ['Was habe ich vorgestern gesagt?', 'at 2031-11-21 2031-11-22'],
    ['Qu’est-ce que j’ai dit avant-hier ?', 'at 2031-11-21 2031-11-22'],
    ['¿Qué dije anteayer?', 'at 2031-11-21 2031-11-22'],
    ['Che cosa ho detto l’altro ieri?', 'at 2031-11-21 2031-11-22'],
    ['O que eu disse anteontem?', 'at 2031-11-21 2031-11-22'],
    ['Wat heb ik eergisteren gezegd?', 'at 2031-11-21 2031-11-22'],
    ['Что я говорил позавчера?', 'at 2031-11-21 2031-11-22'],
    ['一昨日何を言いましたか', 'at 2031-11-21 2031-11-22'],
    ['我前天说了什么', 'at 2031-11-21 2031-11-22'],
    ['ماذا قلت أول أمس؟', 'at 2031-11-21 2031-11-22'],
    ['我周一说了什么', 'at 2031-11-17 2031-11-18'],
    ['我上周说了什么', 'at 2031-11-10 2031-11-17'],
    ['我上个月说了什么', 'at 2031-10-01 2031-11-01'],
    ['先週何を決めましたか', 'at 2031-11-10 2031-11-17'],
    ['先月何を決めましたか', 'at 2031-10-01 2031-11-01'],
    ['3日前に何を言いましたか', 'at 2031-11-20 2031-11-21'],
    ['¿Qué dije la semana pasada?', 'at 2031-11-10 2031-11-17'],
    ['¿Qué dije hace tres días?', 'at 2031-11-20 2031-11-21'],
    ['¿Qué decidimos el mes pasado?', 'at 2031-10-01 2031-11-01'],
    ['O que eu disse na semana passada?', 'at 2031-11-10 2031-11-17'],
    ['O que eu disse há 3 dias?', 'at 2031-11-20 2031-11-21'],
    ['Was habe ich im Mai gesagt?', 'month 5'],
    ['O que eu disse na segunda-feira?', 'at 2031-11-17 2031-11-18'],
    ['Was war am Tag vor dem 3. Mai 2030?', 'at 2030-05-02 2030-05-03'],
    ['Was war in den letzten drei Tagen?', 'at 2031-11-20 2031-11-23T16:01'],
    ['Qu’avons-nous fait ces 3 derniers jours ?', 'at 2031-11-20 2031-11-23T16:01'],
    ['¿Qué hicimos en las últimas 24 horas?', 'at 2031-11-22T16:00 2031-11-23T16:01'],
    ['過去3日間に何を決めましたか', 'at 2031-11-20 2031-11-23T16:01'],
    ['我们最近三天做了什么', 'at 2031-11-20 2031-11-23T16:01'],
    ['ماذا فعلنا في آخر ٣ أيام؟', 'at 2031-11-20 2031-11-23T16:01'],
    ['Was galt zwischen dem 3. Mai 2030 und dem 9. Mai 2030?', 'at 2030-05-03 2030-05-10'],
    ['Was haben wir zwischen März und Mai gemacht?', 'at 2031-03-01 2031-06-01'],
    ['Was war zwischen März und Mai 2030?', 'at 2030-03-01 2030-06-01'],
    ['Was war von März bis Mai 2030?', 'at 2030-03-01 2030-06-01'],
    ['Was war vom 3. bis zum 9. Mai?', 'at 2031-05-03 2031-05-10'],
    ['Qu’avons-nous fait entre mars et mai 2030 ?', 'at 2030-03-01 2030-06-01'],
    ['Qu’avons-nous fait du 3 au 9 mai ?', 'at 2031-05-03 2031-05-10'],
    ['Qu’avons-nous fait d’avril à juin 2030 ?', 'at 2030-04-01 2030-07-01'],
    ['¿Qué hicimos entre marzo y mayo de 2030?', 'at 2030-03-01 2030-06-01'],
    ['Cosa abbiamo fatto dal 3 al 9 maggio?', 'at 2031-05-03 2031-05-10'],
    ['Wat deden we van maart tot mei 2030?', 'at 2030-03-01 2030-06-01'],
    ['3月に何を決めましたか', 'month 3'],
    ['十二月に何をしましたか', 'month 12'],
    ['2030年3月に何を決めましたか', 'at 2030-03-01 2030-04-01'],
    ['2030年3月から5月まで何をしましたか', 'at 2030-03-01 2030-06-01'],
    ['3月から5月までに何を決めましたか', 'at 2031-03-01 2031-06-01'],
    ['5月3日に何を言いましたか', 'day 5-3'],
    ['3月到5月我们做了什么', 'at 2031-03-01 2031-06-01'],
  ])('in other languages: %s', (query, moment) => {
    expect(told(readQueryTime(query, NOW))).toEqual([moment]);
  });

  it.each([
    'Which crane may march on?',
    'Can I may it between and may?',
    'an august guest of berth 40',
    'error at src/app.ts:12:30',
    'error in line 12:30',
    'error between 12:30 and 12:45 of app.ts',
    'HTTP 404 at 10.0.0.1:8080',
    'line 2031x of pier 99999, build v2030.11.21',
    'the second may be right, the sun was out',
    'How do I set the timeout to 30 seconds?',
    'What did the build do?',
    '',
  ])('are not read into %j', (query) => {
    expect(readQueryTime(query, NOW)).toEqual({ moments: [], certain: false, words: '' });
  });

  it.each([
    ['2030年前半に何を決めましたか', []],
    ['2030年前に何を決めましたか', []],
    ['十二日前に何を言いましたか', []],
    ['3年前半に何を決めましたか', []],
    ['5月3日前後に何を決めましたか', ['day 5-3']],
    ['2年前に何を決めましたか', ['at 2029-01-01 2030-01-01']],
  ])('in Japanese are no date, year or end of a longer number: %s', (query, moments) => {
    expect(told(readQueryTime(query, NOW))).toEqual(moments);
  });

  it('reach back to the last day of a month that is shorter', () => {
    const past = (query: string, now: number): string[] => told(readQueryTime(query, now)).map((told) => told.slice(0, 13));
    expect(past('What did we do in the past month?', Date.UTC(2031, 2, 31, 9))).toEqual(['at 2031-02-28']);
    expect(past('What did we do in the past year?', Date.UTC(2032, 1, 29, 9))).toEqual(['at 2031-02-28']);
    expect(past('What did we do in the past month?', Date.UTC(2031, 2, 28, 9))).toEqual(['at 2031-02-28']);
  });

  it('come with the order that is asked for', () => {
    expect(readQueryTime('What is the latest value of the port?', NOW)).toMatchObject({ order: 'last', moments: [] });
    expect(readQueryTime('Was habe ich zuerst gefragt?', NOW)).toMatchObject({ order: 'first', orderWords: ['zuerst'] });
    expect(readQueryTime('What happened on the last day?', NOW)).toMatchObject({ order: 'last', moments: [] });
    expect(readQueryTime('Is it last week or the week before?', NOW)).not.toHaveProperty('order');
    expect(readQueryTime('the first and the last name', NOW)).not.toHaveProperty('order');
    expect(readQueryTime('What did we do in the last 3 days?', NOW)).not.toHaveProperty('order');
    expect(readQueryTime('What did I say the day before yesterday?', NOW)).not.toHaveProperty('asksBefore');
    expect(readQueryTime('Was hatte ich heute vor?', NOW)).not.toHaveProperty('asksBefore');
    expect(readQueryTime('What is planned not before 3 May?', NOW)).not.toHaveProperty('asksBefore');
    expect(readQueryTime('letzte Portnummer', NOW)).toMatchObject({ order: 'last' });
    expect(readQueryTime('Wat heb ik je het laatst gevraagd?', NOW)).toMatchObject({ order: 'last', orderWords: ['laatst'] });
    expect(readQueryTime('ما هي القيمة الأخيرة؟', NOW)).toMatchObject({ order: 'last' });
  });

  it('are certain where somebody who took part is asked for, and one stretch is named', () => {
    expect(readQueryTime('What did we decide yesterday?', NOW).certain).toBe(true);
    expect(readQueryTime('Which flight leaves on 3 May 2030?', NOW).certain).toBe(false);
    expect(readQueryTime('What did we decide in May?', NOW).certain).toBe(false);
    expect(readQueryTime('What did we decide on 3 May 2030 and on 4 May 2030?', NOW).certain).toBe(false);
  });

  it.each([
    'Which EU rule takes effect on 3 May 2030?',
    'Which US office closes on 3 May 2030?',
    'Which I/O error came on 3 May 2030?',
    'Can you tell me which flight leaves on 3 May 2030?',
    'Do you know which flight leaves on 3 May 2030?',
    'I need the rate of 3 May 2030.',
    'I got this: 2030-05-03T10:00:01Z ERROR pool drained. How did we fix it?',
    'How did we fix this?\n2030-05-03 ERROR pool drained',
    'Quel est le vol du 3 mai 2030 ?',
    'Kannst du mir sagen, welcher Flug am 3. Mai 2030 geht?',
  ])('are not certain where nobody who took part is asked about: %s', (query) => {
    expect(readQueryTime(query, NOW)).toMatchObject({ certain: false, moments: [{ unit: 'stretch' }] });
  });

  it.each([
    'What did I decide on 3 May 2030?',
    'Can you tell me what we decided on 3 May 2030?',
    'What did I want on 3 May 2030?',
    'Qu’est-ce que nous avons décidé le 3 mai 2030 ?',
    '¿Qué decidimos ayer?',
    'Was haben wir in den letzten drei Tagen gemacht?',
    '我们最近三天做了什么',
  ])('are certain where somebody who took part is: %s', (query) => {
    expect(readQueryTime(query, NOW).certain).toBe(true);
  });

  it.each([
    ['What did we talk about on October 14?', Date.UTC(2031, 9, 14), Date.UTC(2031, 9, 15)],
    ['What did we decide about the crane on 3 June?', Date.UTC(2031, 5, 3), Date.UTC(2031, 5, 4)],
    ['Worüber haben wir am 14. Oktober gesprochen?', Date.UTC(2031, 9, 14), Date.UTC(2031, 9, 15)],
    ['What did we discuss in October?', Date.UTC(2031, 9, 1), Date.UTC(2031, 10, 1)],
    ['What happened on 20 October?', Date.UTC(2031, 9, 20), Date.UTC(2031, 9, 21)],
    ['Что произошло 20 октября?', Date.UTC(2031, 9, 20), Date.UTC(2031, 9, 21)],
  ])('are the latest such days where a year is left out and what was said or done is asked for: %s', (query, fromTime, toTime) => {
    expect(readQueryTime(query, NOW)).toMatchObject({ certain: false, latest: { fromTime, toTime } });
  });

  it.each([
    'Which flight leaves on 3 May?',
    'What did we decide in May?',
    'What happened to the crane on 3 May?',
    '3 May',
    'What do I have to do on 3 December?',
    'What are we doing on 24 November?',
    'What happened on 29 February?',
  ])('are none in particular elsewhere: %s', (query) => {
    expect(readQueryTime(query, NOW).latest).toBeUndefined();
  });

  it.each(['What happened yesterday?', 'What happened on 3 May 2030 at 07:55?', 'Was ist gestern passiert?', '¿Qué pasó ayer?'])(
    'are certain where all that happened then is asked for: %s',
    (query) => {
      expect(readQueryTime(query, NOW).certain).toBe(true);
    },
  );

  it('say where a date has no year, and recurs', () => {
    const recurs = (query: string): unknown => readQueryTime(query, NOW).moments.map((moment) => 'isYearless' in moment);
    for (const query of ['at 00:44 on 21 November', 'on 21 November after 9:00', 'between 3 May and 9 May', 'from 3 to 4 May'])
      expect(recurs(query), query).toEqual([true]);
    for (const query of ['at 00:44 on 21 November 2030', 'yesterday', 'at 9:00 on Tuesday', 'between 3 May and 9 May 2030', 'since 3 May'])
      expect(recurs(query), query).toEqual([false]);
  });

  it('say whether they count from the day of the person who asks', () => {
    const relative = (query: string): unknown => readQueryTime(query, NOW).moments.map((moment) => 'isRelative' in moment);
    for (const query of ['yesterday', 'on Monday', '3 days ago', 'the day before yesterday', 'in the last 3 days', 'gestern habe ich'])
      expect(relative(query), query).toEqual([true]);
    for (const query of ['on 3 May 2030', 'the day before 3 May 2030', 'an hour ago', 'in the last hour', 'in 2033'])
      expect(relative(query), query).toEqual([false]);
  });

  it.each([
    'Was haben wir jetzt als Frist für den Hafen beschlossen?',
    '¿Qué decidimos ahora sobre el puerto?',
    "Qu'avons-nous décidé maintenant pour le port ?",
    'What did we decide on the harbour right now?',
    'Cosa abbiamo deciso adesso per il porto?',
    'Wat hebben we nu over de haven besloten?',
  ])('are not the moment of asking, which says what holds: %s', (query) => {
    expect(readQueryTime(query, NOW)).toMatchObject({ moments: [], certain: false, words: '' });
    expect(readQueryTime(query, NOW + 34_567)).toMatchObject({ moments: [] });
  });

  it.each([
    ['Was haben wir heute beschlossen?', 'at 2031-11-23 2031-11-24'],
    ['Was haben wir gerade eben, um 16 Uhr, beschlossen?', 'clock 960'],
    ["Qu'avons-nous décidé aujourd'hui ?", 'at 2031-11-23 2031-11-24'],
    ['¿Qué decidimos ayer?', 'at 2031-11-22 2031-11-23'],
  ])('are a day or an hour beside the moment of asking: %s', (query, time) => {
    expect(told(readQueryTime(query, NOW))).toEqual([time]);
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
