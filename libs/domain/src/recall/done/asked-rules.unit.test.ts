import { expect, it } from 'vitest';
import { asksForRules } from './asked-rules.ts';

it.each([
  'What rules did I give you?',
  'Which rules do I have to follow?',
  'What are the constraints of this project?',
  'Which instructions did I give?',
  'List all rules so far, please.',
  'What are the ground rules?',
  'What must I never do?',
  'What must I not do?',
  'What did I tell you never to do?',
  'What did the user tell you to always do?',
  'What am I not allowed to do?',
  'Welche Regeln habe ich dir gegeben?',
  'Welche Vorgaben gelten für dieses Projekt?',
  "Quelles règles est-ce que je t'ai données ?",
  '¿Qué reglas te he dado?',
  'Quali regole ti ho dato?',
  'Que regras te dei?',
  'Welke regels heb ik je gegeven?',
])('asks for the rules: %s', (query) => {
  expect(asksForRules(query)).toBe(true);
});

it.each([
  'What should I do?',
  'What can you do?',
  'What should we do?',
  'What did I tell you?',
  'What did I tell you to do?',
  'Which firewall rules did you add?',
  'What rules did we set for the login?',
  'Why did I give you these rules?',
  'Which rule forbids pushing to main?',
  'Where are the lint rules?',
  'Which instructions does the CPU need?',
  'How do I turn off the rules?',
  'What must I do to deploy?',
  'What did I tell you about the ferry?',
  'What should we do about the tax module?',
  'Who made the rules?',
  'rules constraints',
  'Welche Regeln hat das Spiel?',
  'Quelles règles de pare-feu as-tu ajoutées ?',
])('asks for something else: %s', (query) => {
  expect(asksForRules(query)).toBe(false);
});
