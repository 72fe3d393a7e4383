import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['Retention limit is 30 days.', 'I set the retention limit to 45 days.'],
  ['Upload size limit is 8 MB.', 'Upload size limit is 12 MB as of today.'],
  ['The retry limit is 4.', 'The retry limit is back to 2.'],
  ['Deadline for the crane manual: 5 May.', 'The deadline for the crane manual is now 12 May.'],
  ['Our tooling budget is 900 EUR a year.', 'Finance cut our tooling budget to 700 EUR a year.'],
  ['The migration starts on May 5.', 'The migration now starts on May 12.'],
  ['Code freeze starts on May 5.', 'But code freeze now starts on May 12.'],
  ['Memcached listens on port 11211.', 'But Memcached listens on port 11212 now.'],
  ['The harbour cluster has 4 nodes.', 'We scaled the harbour cluster up to 6 nodes.'],
  ['The harbour cluster has 4 nodes.', 'The harbour cluster has 6 nodes now.'],
  ['We have 9 people on the crane team.', 'We have 11 people on the crane team now.'],
  ['Memcached listens on port 11211 in staging.', 'Memcached now listens on port 11212 in staging.'],
  ["We're on Python 3.", "We're on Python 4 now."],
  ['The project is pinned to Fastify 5.2.', 'I bumped Fastify to 5.4.'],
  ['The flag new_ledger is off.', 'The flag new_ledger is on now.'],
  ['Crane logs are written to /var/log/crane.', 'Crane logs are now written to /srv/log/crane.'],
  ['Our CTO is Wanda Sikora.', 'Wanda left, our CTO is Odile Perrin now.'],
  ["I'm the tech lead of the harbour team.", "I'm now the engineering manager of the harbour team."],
  ["I'm vegetarian.", "I'm not vegetarian any more."],
  ['My name is Wanda, I draw cranes.', 'Please call me Wandula from now on.'],
  ['Answer me in English please.', 'From now on answer me in German.'],
  ['We use Mocha for the unit tests.', 'We replaced Mocha with Tape.'],
  ['We use Mocha.', 'We no longer use Mocha.'],
  ['We use Mocha.', 'We use Tape instead of Mocha now.'],
  ['The scheduler uses Celery.', 'The scheduler uses Temporal instead of Celery now.'],
  ['We deploy with Capistrano.', 'We stopped using Capistrano.'],
])('statements of notes, tools and posts are replaced: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test.each([
  ['Ich bin 41 Jahre alt.', 'Seit gestern bin ich 42 Jahre alt.'],
  ['Ich wohne in Flensburg.', 'Wir sind im Mai nach Husum gezogen.'],
  ['Ich arbeite bei den Hafenwerken.', 'Ich arbeite seit Mai bei der Nordkran.'],
  ['Die Sitzung mit der Werft ist am Montag um 10 Uhr.', 'Die Sitzung mit der Werft ist jetzt am Dienstag um 14 Uhr.'],
  ['Der Abgabetermin ist der 5. Mai.', 'Der Abgabetermin wurde auf den 12. Mai verschoben.'],
  ['Das Zeitlimit der Schleuse ist 20 Sekunden.', 'Wir haben das Zeitlimit der Schleuse auf 40 Sekunden erhöht.'],
  ['Der Kranserver läuft auf Port 8080.', 'Der Kranserver läuft jetzt auf Port 8090.'],
  ['Meine Lieblingsfarbe ist Rot.', 'Meine Lieblingsfarbe ist inzwischen Blau.'],
  ['Unsere Bauleiterin ist Frau Perrin.', 'Unsere Bauleiterin ist jetzt Frau Sikora.'],
  ['Wir benutzen npm.', 'Wir benutzen jetzt pnpm statt npm.'],
  ['Ich trinke gern Tee.', 'Ich trinke keinen Tee mehr.'],
  ['Bitte antworte auf Englisch.', 'Bitte antworte ab jetzt auf Deutsch.'],
  ['La réunion est le 5 mai.', 'La réunion a été reportée au 12 mai.'],
  ['Mon thé préféré est le sencha.', 'Mon thé préféré est désormais le rooibos.'],
  ['La reunión es el martes.', 'La reunión se ha cambiado al jueves.'],
  ['El puerto es 5000.', 'El puerto ahora es 5050.'],
  ['La riunione è il 5 maggio.', 'La riunione è stata spostata al 12 maggio.'],
  ['O prazo é 5 de maio.', 'O prazo foi adiado para 12 de maio.'],
  ['De vergadering is op maandag.', 'De vergadering is verplaatst naar woensdag.'],
  ['Vår port är 4000.', 'Vår port är nu 4010.'],
])('other languages say them, too: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

const relations = (earlier: string, later: string) =>
  factsIn(earlier).flatMap((before) => factsIn(later).map((after) => compareFacts(before, after)));

test.each([
  ['We use Mocha for the unit tests.', 'We replaced Jasmine with Tape.'],
  ['We use Mocha.', 'We replaced Mocha with Tape in the admin app.'],
  ['We use Mocha.', 'They replaced Mocha with Tape.'],
  ['We use Mocha for the unit tests.', 'We no longer use Mocha for the browser tests.'],
  ['Wir benutzen npm.', 'Wir benutzen jetzt pnpm statt npm im Adminteil.'],
  ['On utilise webpack.', "On utilise maintenant Vite à la place de webpack pour l'admin."],
  ['The scheduler uses Celery.', 'The worker uses Temporal instead of Celery now.'],
  ['The flag new_ledger is off.', 'The flag new_ledger is on in staging now.'],
  ['The retry limit is 4.', 'Retry limit is 6 for webhooks now.'],
  ['The retry limit is 4.', 'Maybe retry limit is 6 now.'],
  ['The retry limit is 4.', 'Their retry limit is now 6.'],
  ['Logs are written to /var/log/crane.', 'In the container logs are now written to /srv/log.'],
  ['Our CTO is Wanda Sikora.', 'Our CTO is in Berlin now.'],
  ['The migration starts on May 5.', 'The migration ends on May 12 now.'],
  ['Memcached listens on port 11211 in staging.', 'Memcached listens on port 11212 in production now.'],
  ['Our tooling budget is 900 EUR a year.', 'Finance wants to cut our tooling budget to 700 EUR a year.'],
  ["We're on Python 3.", "We're on day 4 now."],
  ['I live in Trondheim.', 'We moved to Kubernetes.'],
  ['Ich wohne in Flensburg.', 'Wir sind nach Slack umgezogen.'],
  ['Vivo en Oviedo.', 'Nos mudamos a Kubernetes.'],
  ['Der Port ist 8080.', 'Der Port ist jetzt 9090 in der Produktion.'],
  ['Der Port ist 8080.', 'Laut Doku ist der Port jetzt 9090.'],
  ['Die Sitzung ist am 5. Mai.', 'Ich hoffe, die Sitzung wurde auf den 12. Mai verschoben.'],
  ['Ich trinke gern Kaffee.', 'Ich trinke keinen Tee mehr.'],
  ['Ich trinke gern Kaffee.', 'Ich trinke keinen Kaffee mehr nach 16 Uhr.'],
  ['Wir benutzen npm.', 'Wir benutzen in unserem Adminteil jetzt pnpm statt npm.'],
  ["J'ai 34 ans.", "J'ai 5 ans d'expérience."],
  ['La réunion est le 5 mai.', 'Je crois que la réunion a été reportée au 12 mai.'],
  ['De vergadering is op maandag.', 'De vergadering van Piet is verplaatst naar woensdag.'],
  ["We're on Python 3.", "We're on Python 4 in the sandbox."],
  ['The crane port is 8080.', 'We moved the crane port to the config.'],
  ['Our tooling budget is 900 EUR a year.', 'The proposal cut our tooling budget to 700 EUR a year.'],
  ['We use Mocha.', 'We no longer use Mocha as often as before.'],
  ['My rent is 900 EUR.', 'My rent is 50 EUR overdue now.'],
])('another thing, place, person or case replaces nothing: %s then %s', (earlier, later) => {
  expect(factsIn(earlier)).not.toEqual([]);
  expect(relations(earlier, later)).not.toContain('supersedes');
});

test.each([
  ['We use Mocha.', 'We replaced Mocha with Tape and rolled it back.'],
  ['We use Mocha.', 'Last year we replaced Mocha with Tape, then went back.'],
  ['We use Mocha.', 'We replaced Mocha with Tape, just kidding.'],
  ['The launch is on June 3.', 'The launch was moved to June 5, then back to June 3.'],
  ['Our tooling budget is 900 EUR.', 'Finance cut our tooling budget to 700 EUR, then restored it.'],
  ['I live in Trondheim.', 'I moved to Bergen and came back a year later.'],
  ['I live in Trondheim.', 'I moved to Bergen as a child.'],
  ['I live in Trondheim.', 'I moved to Bergen in 2009.'],
  ['I live in Trondheim.', 'I moved to Bergen from Lillehammer.'],
  ['I live in Trondheim.', 'I live in Bergen on weekends.'],
  ['I live in Trondheim.', 'I live in Bergen during term.'],
  ['I work at Nordkran.', 'I work at Starbucks when the wifi is down.'],
  ['I work at Nordkran.', "I work at Hafenwerk Nord's office on Fridays."],
  ["I'm vegetarian.", "I'm vegan on Mondays."],
  ["I'm vegetarian.", "I'm vegan for January."],
  ['The crane port is 8080.', 'By default the crane port is 3000.'],
  ['The crane port is 8080.', 'The crane port is 3000 by default.'],
  ['The crane port is 8080.', 'The crane port is 9090 when TLS is on.'],
  ['The crane port is 8080.', 'The crane port is 9090ish.'],
  ['Ich wohne in Flensburg.', 'Ich bin nicht nach Husum gezogen.'],
  ['Ich wohne in Flensburg.', 'Ich bin fast nach Husum gezogen.'],
  ['Ich wohne in Flensburg.', 'Ich bin als Kind nach Husum gezogen.'],
  ['Ich arbeite bei Nordkran.', 'Ich arbeite bei Regen am liebsten zu Hause.'],
  ['Ich arbeite bei Nordkran.', 'Ich arbeite bei Freunden im Garten mit.'],
  ['Das Limit ist 5.', 'Das Limit ist jetzt 10, nur leider noch nicht live.'],
  ['Wir benutzen npm.', 'Wir benutzen jetzt pnpm statt npm, zumindest in der Theorie.'],
  ["J'habite à Lyon.", "J'ai déménagé à Nantes en 2010."],
  ['Je travaille chez Dubreuil.', 'Je travaille pour Noël.'],
  ['Vivo en Oviedo.', 'Vivo en Madrid los fines de semana.'],
  ['La reunión es el martes.', 'La reunión se ha cambiado al jueves y luego otra vez al martes.'],
  ['Vivo a Trieste.', 'Vivo a Milano durante la settimana.'],
  ['Moro em Aveiro.', 'Moro em Lisboa durante a semana.'],
  ['Ik woon in Breda.', 'Ik ben niet naar Utrecht verhuisd.'],
  ['Ik woon in Breda.', 'Ik woon in Utrecht doordeweeks.'],
  ['De vergadering is op maandag.', 'De vergadering is verplaatst naar woensdag en toen weer naar maandag.'],
  ['Jag bor i Lund.', 'Jag bor i Malmö på helgerna.'],
])('what was taken back, is long past or holds in a case alone replaces nothing: %s then %s', (earlier, later) => {
  expect(factsIn(earlier)).not.toEqual([]);
  expect(relations(earlier, later)).not.toContain('supersedes');
});

test.each([
  'We moved to Temporal.',
  "We've now moved to Keycloak.",
  'We moved to Plan B.',
  'I moved to Platform last week.',
  'I moved to Staff Engineer.',
  'I just moved to Dvorak.',
])('what is moved to at work is no home: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute === 'home')).toEqual([]);
});

test.each(['We moved to Bergen over the weekend, boxes everywhere.', 'We relocated to Bergen.', 'We moved to Bergen with the kids.'])(
  'where people move to live is a home: %s',
  (text) => {
    expect(factIn(text).fact).toMatchObject({ attribute: 'home', value: 'Bergen' });
  },
);

test.each([
  ['My favourite editor is Kate.', 'My favourite editor is broken.'],
  ['My favourite editor is Kate.', 'My favourite editor is free now.'],
  ['My favourite editor is Kate.', 'My favourite editor is not Zed.'],
  ['My favourite editor is Kate.', 'My favourite editor is now the same as yours.'],
  ['Mein Lieblingseditor ist Kate.', 'Mein Lieblingseditor ist jetzt kaputt.'],
  ['Mon éditeur préféré est Kate.', 'Mon éditeur préféré est maintenant payant.'],
  ['Mi editor favorito es Kate.', 'Mi editor favorito ahora es caro.'],
])('how a favourite is does not say which it is: %s then %s', (earlier, later) => {
  expect(factsIn(earlier)).not.toEqual([]);
  expect(relations(earlier, later)).not.toContain('supersedes');
});

test.each([
  'Suppose the port is 9000, would that clash?',
  'Assume retry limit is 5 now.',
  'Docs say retry limit is 5 now.',
  'It fails because the port is 8081 instead of 8080.',
  'Stell dir vor, ich wohne in Husum.',
  'Angenommen, ich wohne in Husum.',
  'I moved to Utils the helper functions.',
])('what is supposed, another says or goes on otherwise is not read: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test('a value ends before the next clause, and a name before the next statement', () => {
  expect(factIn('I set the retry limit to 5, three was too few.').fact.value).toBe('5');
  expect(factsIn("My name is Wanda, I'm a crane driver.")[0]!.value).toBe('Wanda');
});

test('a day that no project is known to have is private to who told it', () => {
  expect(factIn('The wedding is on June 7.').fact.label).toBe('user');
  expect(factIn('The wedding was moved to June 14.').fact.label).toBe('user');
  expect(factIn('The pilot date is June 7.').fact.label).toBe('project');
  expect(factIn('The price of our crane kit is €65.').key).toBe(factIn('The price of our crane kit went up to 72 EUR.').key);
});
