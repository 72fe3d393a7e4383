import { expect, test } from 'vitest';
import { factIn, factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['Der Zahnarzttermin ist verschoben auf den 1. Dezember.', 'zahnarzttermin: 1. Dezember'],
  ['Die Sitzung wurde verlegt auf den 3. Juni.', 'sitzung: 3. Juni'],
  ['Wir haben beschlossen, den Launch auf den 14. Dezember zu verschieben.', 'launch: 14. Dezember'],
  ['Hemos decidido retrasar el lanzamiento al 14 de diciembre.', 'lanzamiento: 14 de diciembre'],
  ['Hemos retrasado el lanzamiento al 14 de diciembre.', 'lanzamiento: 14 de diciembre'],
  ['Nous avons décidé de reporter le lancement au 14 décembre.', 'lancement: 14 décembre'],
  ['Abbiamo deciso di rinviare il lancio al 14 dicembre.', 'lancio: 14 dicembre'],
  ['We decided to push the launch to December 14.', 'launch: December 14'],
  ["We've decided to postpone our release to May 20.", 'release: May 20'],
  ["The migration deadline moved: it's now January 15, Tomasz confirmed it.", 'migration deadline: January 15'],
  ['The rate limit changed, it is now 300.', 'rate limit: 300'],
  ['The offsite was postponed – it is now June 4.', 'offsite: June 4'],
])('is a change: %s', (text, fact) => {
  const facts = factsIn(text);
  expect(valuesIn(text)).toContain(fact);
  const change = facts.find(({ attribute }) => attribute !== undefined);
  expect(change).toMatchObject({ saysChange: true });
  expect(change).not.toHaveProperty('replaces');
});

test.each([
  'We decided to push the new images to the registry.',
  'Habían decidido retrasar el lanzamiento al 14 de diciembre.',
  'Ella ha decidido retrasar su boda al 14 de diciembre.',
  'Vielleicht ist der Termin verschoben auf den 1. Dezember.',
  'We almost decided to move the launch to May 3.',
  'They think that the deadline moved: it is now May 3.',
])('changes nothing of ours for certain: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test.each([
  ['Me he equivocado, el presupuesto de marketing es de 35.000, no de 40.000.', '35.000', '40.000'],
  ['Der Port ist 8081, nicht 8080.', '8081', '8080'],
  ['Le délai est de 30 jours, pas de 20 jours.', '30 jours', '20 jours'],
  ['La scadenza è il 5 maggio, non il 3 maggio.', '5 maggio', '3 maggio'],
  ['O prazo é de 20 dias, não de 10 dias.', '20 dias', '10 dias'],
  ['De deadline is 3 juni, niet 2 juni.', '3 juni', '2 juni'],
])('puts right a value that it names: %s', (text, value, replaces) => {
  expect(factsIn(text)).toMatchObject([{ value, replaces, saysChange: true }]);
});

test.each([
  'Juan dice que el presupuesto es de 35.000, no de 40.000.',
  'Si el presupuesto es de 35.000, no de 40.000, cancelamos.',
  'Der Port ist 8081, nicht nur 8080 wie sonst, sondern beides.',
  'Ojalá el presupuesto es de 35.000, no de 40.000.',
])('puts nothing right: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test('a value that is put right replaces the one that it names, and no other', () => {
  const right = factIn('Me he equivocado, el presupuesto de marketing es de 35.000, no de 40.000.').fact;
  const of = (amount: string) => factIn(`El presupuesto de marketing es de ${amount} euros.`).fact;
  expect(compareFacts(of('40.000'), right)).toBe('supersedes');
  expect(compareFacts(of('20.000'), right)).toBe('beside');
});

test.each([
  ['O limite de upload é de 10 MB.', 'O limite de upload passou de 10 MB para 25 MB.'],
  ['El límite de subida es de 10 MB.', 'El límite de subida pasó de 10 MB a 25 MB.'],
  ['Le budget est de 300 euros.', 'Le budget est passé de 300 à 400 euros.'],
  ['Il budget è di 300 euro.', 'Il budget è passato da 300 a 400 euro.'],
  ['Das Budget ist 300 Euro.', 'Das Budget wurde von 300 auf 400 Euro erhöht.'],
  ['De huur is 800 euro.', 'De huur is van 800 naar 840 euro verhoogd.'],
  ['Vår budget är 300 kr.', 'Vår budget har höjts från 300 till 400 kr.'],
  ['La entrega es el 3 de mayo.', 'Han retrasado la entrega al 5 de mayo.'],
  ['La riunione è il 3 maggio.', 'Hanno rinviato la riunione al 10 maggio.'],
  ['La réunion est le 3 mai.', 'Ils ont repoussé la réunion au 10 mai.'],
  ['A entrega é a 3 de maio.', 'Adiaram a entrega para 5 de maio.'],
  ['A reunião é a 3 de maio.', 'A reunião foi adiada do dia 3 para o dia 10 de maio.'],
  ['De deadline is 2 juni.', 'Ze hebben de deadline naar 3 juni verplaatst.'],
])('%s is replaced by: %s', (before, after) => {
  const [earlier, later] = [factIn(before), factIn(after)];
  expect(later.key).toBe(earlier.key);
  expect(compareFacts(earlier.fact, later.fact)).toBe('supersedes');
});

test('a change from another value replaces nothing', () => {
  const earlier = factIn('El límite de subida es de 15 MB.').fact;
  expect(compareFacts(earlier, factIn('El límite de subida pasó de 10 MB a 25 MB.').fact)).toBe('beside');
});

test.each([
  'Los vecinos han aplazado la boda al 5 de mayo.',
  'No han aplazado la entrega al 5 de mayo.',
  'Creo que han aplazado la entrega al 5 de mayo.',
  'Wenn das Budget von 300 auf 400 Euro steigt, kaufe ich es.',
  'El tren pasó de Madrid a Sevilla.',
  'Der Preis wurde vom Anbieter von 19 auf 24 Euro erhöht.',
  'Adiámos a conversa para depois.',
])('tells no change: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test('a value that was changed at the last of several meetings is no value of a former job', () => {
  expect(factsIn('At our last standup we moved the launch to May 10.')).toMatchObject([{ attribute: 'launch', value: 'May 10' }]);
  expect(factsIn('My manager is Ada at my last check.')).toMatchObject([{ attribute: 'manager', value: 'Ada' }]);
});
