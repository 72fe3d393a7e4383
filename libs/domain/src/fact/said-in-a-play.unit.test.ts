import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

test.each([
  "Let's role-play. I live in Hogwarts and my name is Harry.",
  "Let's do a role play. You are a landlord. My rent is $900.",
  "Let's do a role-play.\n\nMy name is Harry.",
  "Let's pretend we're at a restaurant. I'm allergic to nuts.",
  "Imagine you're a bank. My account number is 12345.",
  "Let's say I'm a customer. I live in Paris.",
  "Suppose I'm a lawyer. I work at Acme.",
  'Suppose that we run a bakery. Our budget is $900. The port is 9000.',
  'In this story I am a knight. My name is Arthur.',
  "For this exercise, I'm a clerk. I live in Rome.",
  "I'll be the customer and you the clerk. My name is Bob and I live in Oslo.",
  'Lass uns ein Rollenspiel machen. Ich heiße Bob.',
  'Stell dir vor, ich bin Kunde. Ich wohne in Köln.',
  'Faisons un jeu de rôle. Je m’appelle Bob.',
  'Imaginons que je suis client. J’habite à Lyon.',
  'Hagamos un juego de rol. Me llamo Bob.',
  'Supongamos que soy cliente. Vivo en Madrid.',
  'Facciamo finta che io sia un cliente. Mi chiamo Bob.',
])('what is said in a play or a case that is made up is no fact: %s', (text) => {
  expect(factsIn(text).filter(({ kind }) => kind !== 'constraint')).toEqual([]);
});

test.each([
  ['I love role-playing games. I live in Oslo.', 'Oslo'],
  ['Imagine that! I live in Oslo now.', 'Oslo'],
  ['I suppose you know. I live in Oslo.', 'Oslo'],
  ["Let's say five. I live in Oslo.", 'Oslo'],
  ["Let's assume the worst. I live in Oslo.", 'Oslo'],
  ["Let's role-play.\nI mean later. First the facts.", undefined],
  ['Imagine you could fly.\n\nI live in Oslo.', 'Oslo'],
  ['I live in Oslo. Now imagine you are a bank.', 'Oslo'],
  ['You are a helpful assistant. I live in Oslo.', 'Oslo'],
  ['Act as my travel agent. I live in Oslo.', 'Oslo'],
  ['Ich mag Rollenspiele. Ich wohne in Köln.', 'Köln'],
  ['J’adore le jeu de rôle. J’habite à Lyon.', 'Lyon'],
])('but what is said before it, in another paragraph or beside such words is: %s', (text, home) => {
  expect(factsIn(text).find(({ attribute }) => attribute === 'home')?.value).toBe(home);
});
