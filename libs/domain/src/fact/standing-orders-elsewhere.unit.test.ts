import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

const told = (text: string): string[] => factsIn(text).map(({ kind, attribute, value }) => `${kind} ${attribute ?? '-'}: ${value}`);

test.each([
  'Lösche niemals die Backups.',
  'Löschen Sie niemals die Backups.',
  'Pushe nie direkt auf main.',
  'Ne supprime jamais les sauvegardes.',
  "N'efface jamais la table.",
  'Ne jamais supprimer les sauvegardes.',
  'Nunca borres las copias de seguridad.',
  'No borres nunca la tabla.',
  'Non cancellare mai i backup.',
  'Nunca apague os backups.',
  'Verwijder nooit de back-ups.',
  'Radera aldrig säkerhetskopiorna.',
  'Никогда не удаляйте копии.',
])('never to do something is a standing order: %s', (text) => {
  expect(told(text)).toEqual([`constraint -: ${text.replace(/\.$/u, '')}`]);
});

test.each([
  ['Réponds toujours en français.', 'français'],
  ['Répondez désormais en anglais.', 'anglais'],
  ['Responde siempre en español.', 'español'],
  ['Rispondi sempre in italiano.', 'italiano'],
  ['Responda sempre em português.', 'português'],
  ['Antwoord altijd in het Nederlands.', 'Nederlands'],
  ['Svara alltid på svenska.', 'svenska'],
  ['Bitte antworte immer auf Deutsch.', 'Deutsch'],
])('the language of answers is one attribute in any language: %s', (text, language) => {
  expect(told(text)).toEqual([`constraint answer language: ${language}`]);
});

test.each([
  'Ich lösche nie etwas.',
  'Haben Sie nie gefragt?',
  'Wir haben nie Backups gelöscht.',
  'Er sagte, lösche niemals die Backups.',
  'Je ne supprime jamais rien.',
  "N'ai jamais vu ça.",
  "N'aie jamais peur.",
  'Pourquoi ne supprime-t-il jamais ?',
  'Paul dit : « Ne supprime jamais les sauvegardes. »',
  'Réponds en français à cette question : où est le port ?',
  'Nunca borro nada.',
  'Nunca comes carne.',
  'Non mangio mai carne.',
  'Ik verwijder nooit iets.',
  'Никогда не были там.',
])('is no standing order: %s', (text) => {
  expect(told(text)).toEqual([]);
});
