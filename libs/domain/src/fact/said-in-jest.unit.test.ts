import { expect, test } from 'vitest';
import { readFacts } from './read-facts.ts';

const values = (text: string): (string | undefined)[] =>
  readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 28), text }).map(
    ({ value }) => value,
  );

test.each([
  'I am allergic to meetings.',
  "I'm allergic to Mondays and paperwork.",
  'Ich bin allergisch gegen Meetings.',
  'Ich bin allergisch gegen dumme Fragen.',
  'Je suis allergique aux réunions.',
  'Soy alérgico a las reuniones.',
  'Sono allergico alle riunioni.',
  'Ik ben allergisch voor vergaderingen.',
  'Yeah right, I just love debugging on a Saturday night.',
  'Yeah, right, I love merge conflicts.',
  "I've been allergic to bullshit since birth.",
  "I've been allergic to my boss since 2019.",
  'I have always been allergic to hard work.',
  'Ich bin allergisch gegen Erdnüsse, Scherz.',
  'Ich bin allergisch gegen Nüsse, sagt mein Horoskop.',
  'Je suis allergique aux chats, je plaisante.',
  'Soy alérgica al polen, es broma.',
  'Soy alérgico a los lunes por la mañana.',
  'Sono allergica alle noci, scherzo.',
  'Sou alérgica a nozes, brincadeira.',
  'Ik ben allergisch voor noten, grapje.',
])('states nothing in jest: %s', (text) => {
  expect(values(text)).toEqual([]);
});

test.each([
  ["I'm allergic to peanuts.", 'peanuts'],
  ["I'm allergic to work gloves made of latex.", 'work gloves made of latex'],
  ['Ich bin allergisch gegen Hausstaub.', 'Hausstaub'],
  ['Je suis allergique au pollen.', 'pollen'],
  ['Ich bin allergisch gegen Nüsse, vielleicht auch gegen Soja.', 'Nüsse'],
  ['Soy alérgico a los mariscos.', 'mariscos'],
  ['Sono allergico alle fragole.', 'fragole'],
  ['Oh right, I love sourdough bread.', 'sourdough bread'],
  ['Yeah, I love sourdough bread.', 'sourdough bread'],
])('is meant: %s', (text, value) => {
  expect(values(text)).toEqual([value]);
});
