import { describe, expect, it } from 'vitest';
import { asksForName } from './asks-for-name.ts';

describe('a question for something that has a name', () => {
  it.each([
    'Who repaired the roof?',
    'And where did they spend the summer?',
    'Which novels has Ines finished?',
    'What old jazz clubs did they go to?',
    'What is the name of the ferry?',
    'In which countries has Olaf worked?',
    'What companies did she apply to?',
    'Quels romans a-t-elle lus cet hiver ?',
    'Où ont-ils passé l’été ?',
    '¿Qué ciudades visitó Inés?',
    '¿Con quién fue al mercado?',
    'Quali canzoni ha cantato?',
    'Quem consertou o telhado?',
    'Welke steden heeft hij bezocht?',
    'Vilka böcker har hon läst?',
    'В каких городах он работал?',
    'Кто чинил крышу?',
  ])('is %j', (query) => {
    expect(asksForName(query)).toBe(true);
  });

  it.each([
    'What did Ines say about the roof?',
    'How many rooms does the house have?',
    'When did they move to the coast?',
    'What is the price of the ticket?',
    'Why was the whole plan dropped, who knows?',
    'Welche Bücher hat sie gelesen?',
    'どの本を読みましたか？',
    'book novel city',
    '',
  ])('is not %j', (query) => {
    expect(asksForName(query)).toBe(false);
  });
});
