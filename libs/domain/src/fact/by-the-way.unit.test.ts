import { expect, test } from 'vitest';
import { valuesIn } from '../../testing/stated-facts.ts';

test.each([
  ['Meine Lieblingsfarbe ist übrigens Petrol.', 'lieblingsfarbe: Petrol'],
  ['My favourite colour is, by the way, teal.', 'favorite colour: teal'],
  ['Our port, by the way, is 8080.', 'port: 8080'],
  ['By the way, our port is 8080.', 'port: 8080'],
  ['Mi color favorito es por cierto el verde.', 'color favorito: verde'],
  ["Ma couleur préférée est d'ailleurs le vert.", 'couleur préférée: vert'],
  ['Mijn lievelingskleur is trouwens groen.', 'lievelingskleur: groen'],
  ['Min favoritfärg är förresten turkos.', 'favoritfärg: turkos'],
  ['Il mio colore preferito è, a proposito, il verde.', 'colore preferito: verde'],
  ['Ich wohne übrigens in Köln.', 'home: Köln'],
  ["D'ailleurs, mon budget est de 300 euros.", 'budget: 300 euros'],
  ['I live in Oslo, by the way.', 'home: Oslo'],
  ['The port is 3000 if you need it.', 'port: 3000'],
  ['I live in Oslo if that matters', 'home: Oslo'],
  ['In case it helps, my favourite colour is teal.', 'favorite colour: teal'],
  ['Ich wohne in Köln, falls das wichtig ist.', 'home: Köln'],
])('is read without a word that only joins it: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test.each([
  ['I like the way you explain things by the way of examples.', []],
  ['I live in Oslo, by the way my sister moved to Bergen.', ['home: Oslo', 'sister home: Bergen']],
  ['The port is 8080.', ['port: 8080']],
  ['The port is 3000 if you need TLS.', []],
  ['The port is 3000 if it matters to the proxy.', []],
])('says what it said before: %s', (text, facts) => {
  expect(valuesIn(text).filter((fact) => !fact.startsWith('liking'))).toEqual(facts);
});
