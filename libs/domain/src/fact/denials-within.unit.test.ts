import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

test.each([
  'Ich wohne mit meiner Frau nicht in Berlin.',
  'Ich wohne mit meiner Frau nicht mehr in Berlin.',
  'Ich wohne seit Mai angeblich in Berlin.',
  "J'habite avec ma femme rarement à Lyon.",
  'Vivo con mi mujer quizás en Madrid.',
  'Abito con mia moglie raramente a Torino.',
  'Ik woon met mijn vrouw niet in Utrecht.',
  'Moro com a minha mulher talvez em Lisboa.',
  'Jag bor med min fru inte i Lund.',
  'Ich habe am Donnerstag angeblich einen Zahnarzttermin.',
  'La porta non è ora 9090.',
  'La nostra scadenza non è il 5 maggio.',
  'Il lancio non è stato spostato al 14 dicembre.',
  'El lanzamiento nunca se ha movido al 14 de diciembre.',
  'A porta agora não é 9090.',
  'Le lancement rarement a été repoussé au 14 décembre.',
  'De lancering misschien is verplaatst naar 14 december.',
  'Our budget almost went up to $6000.',
  'Our budget supposedly went up to $6000.',
  'The launch nearly moved to December 14.',
  'Le port est maintenant 9090 peut-être.',
  'El puerto ahora es 9090 quizás.',
  'La porta è ora 9090 forse.',
  'Der Port ist jetzt 9090 vielleicht.',
  'The port is now 9090 maybe.',
  'I moved to Hamburg, maybe.',
  'I moved to Hamburg maybe.',
  'My boss is Tom supposedly.',
  'The launch is on June 5 probably.',
  'Nous utilisons pas Postgres.',
  'Nous utilisons jamais Postgres.',
  'Wir nutzen nie Postgres.',
  'Usamos quizás Postgres.',
  'Usiamo raramente Postgres.',
  'We gebruiken niet Postgres.',
  'Vi använder inte Postgres.',
  'Soy alérgico a los frutos secos quizás.',
])('what its own words deny or doubt is no value: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  ['Ich wohne mit meiner Frau in Berlin.', 'home: Berlin'],
  ['Ich wohne seit letztem Mai in Berlin.', 'home: Berlin'],
  ['The non-profit budget is $6000.', 'non-profit budget: $6000'],
  ['Our budget is almost $6000.', 'budget: $6000'],
  ['The launch is not June 5 but June 9.', 'launch: June 9'],
  ["I can't drive and I live in Bergen.", 'home: Bergen'],
  ["I'm not only vegan but also broke.", 'diet: vegan'],
])('but what they do not touch, or put right, is one: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});
