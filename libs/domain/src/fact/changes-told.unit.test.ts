import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

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
