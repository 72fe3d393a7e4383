import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

const textOf = (text: string): string[] => factsIn(text).map(({ from, to }) => text.slice(from, to));

describe('what comes back each week', () => {
  it.each([
    'On Tuesdays I work from home.',
    'On Saturdays I usually bake bread.',
    'On Mondays, I go swimming.',
    'Every Thursday I have fencing practice.',
    'Mittwochs spiele ich Volleyball.',
    'Jeden Dienstag gehe ich schwimmen.',
    'Ich arbeite freitags von zu Hause.',
    'Los martes voy a clases de cerámica.',
    'Los jueves juego al pádel.',
  ])('is its sentence, of the speaker alone, and nothing replaces it: %s', (text) => {
    expect(textOf(text)).toEqual([text]);
    expect(factsIn(text)).toMatchObject([{ label: 'user' }]);
    expect(factsIn(text)[0]!.attribute).toBeUndefined();
  });

  it('is read for each of two days', () => {
    expect(textOf('On Tuesdays I work from home, and every Thursday I have fencing practice.')).toEqual([
      'On Tuesdays I work from home',
      'every Thursday I have fencing practice.',
    ]);
  });

  it.each([
    'On Tuesdays I used to play chess.',
    'On Tuesdays I would like to play chess.',
    'On Tuesdays I play chess until May.',
    'Mittwochs spiele ich nicht mehr Volleyball.',
    'Am Mittwoch spiele ich Volleyball.',
    'Los martes ya no voy a clases.',
    'Los lunes voy a ir al médico.',
    'On Mondays I play dead, lol.',
    'Montags spiele ich Lotto, Ironie.',
  ])('is not here: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
  });
});

describe('a plan that waits for something', () => {
  it.each([
    ['Once we have money we move to Kubernetes.', 'project'],
    ["As soon as the audit is over, we'll switch to Postgres.", 'project'],
    ["When we have more people we'll rewrite the importer.", 'user'],
    ['Wenn wir Geld haben, wechseln wir zu Datadog.', 'project'],
    ['Cuando tengamos dinero, nos mudamos a Kubernetes.', 'project'],
  ])('is told with what it waits for, as nothing that is so now: %s', (text, label) => {
    expect(textOf(text)).toEqual([text]);
    expect(factsIn(text)).toMatchObject([{ label }]);
    expect(factsIn(text)[0]!.attribute).toBeUndefined();
    expect(factsIn(text)[0]!.value).toBeUndefined();
  });

  it.each([
    'Once we had money, we moved to Kubernetes.',
    'Once you have the key, we can start.',
    'If we have money, we move to Kubernetes.',
    'Once the request completes we launch the worker.',
    'As soon as we launch the app, we add the user to the list.',
    'When we have more people in the queue, we hire a bot.',
    'Sobald wir die Liste laden, schreiben wir sie in den Cache.',
    'Cuando haya errores, pasamos al siguiente.',
  ])('is not here: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
  });
});

describe('a month beside "and"', () => {
  it('begins what it stands with', () => {
    const [home, employer] = factsIn('Ich wohne in Leipzig und arbeite seit Mai bei Noordpost.', Date.UTC(2026, 10, 17));
    expect(home).toMatchObject({ attribute: 'home' });
    expect(home!.validFrom).toBeUndefined();
    expect(employer).toMatchObject({ attribute: 'employer', validFrom: Date.UTC(2026, 4) });
  });

  it.each([
    ['Ab Januar arbeite ich bei Kettwerk.', Date.UTC(2027, 0)],
    ['A partir de enero trabajo en Correo Sur.', Date.UTC(2027, 0)],
    ['Ich bin im März nach Köln gezogen.', Date.UTC(2026, 2)],
    ['Me mudé a Sevilla en marzo.', Date.UTC(2026, 2)],
  ])('is that of the nearest year: %s', (text, validFrom) => {
    expect(factsIn(text, Date.UTC(2026, 10, 17))).toMatchObject([{ validFrom }]);
  });
});
