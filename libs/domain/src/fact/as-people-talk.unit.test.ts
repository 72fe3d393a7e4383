import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

/** Attributes and values of what a text states. */
const told = (text: string): string[] =>
  factsIn(text).flatMap(({ attribute, value }) => (attribute === undefined ? [] : [`${attribute}: ${value}`]));

test.each([
  ['My cat Biscuit got into the lilies again.', 'cat name: Biscuit'],
  ['I want my daughter Maya to see the dinosaurs.', 'daughter name: Maya'],
  ['My boss, Irina, is on leave until the 14th.', 'boss name: Irina'],
  ['Our dog is called Rex.', 'dog name: Rex'],
  ['I go by Nell, Eleonora is only on my passport.', 'name: Nell'],
  ["I work at Macy's.", "employer: Macy's"],
  ["I work for Levi's and love it.", "employer: Levi's"],
  ['I live in Ghent and work at Barco.', 'employer: Barco'],
  ["I'm a nurse and live in Ghent.", 'home: Ghent'],
  ['The staging database is called orders_stage_2.', 'staging database name: orders_stage_2'],
  ['Order number is 88213-B and nothing has come yet.', 'order number: 88213-B'],
  ['I take 20 mg of lisinopril every morning.', 'lisinopril dose: 20 mg'],
  ["I'm on 40mg atorvastatin now.", 'atorvastatin dose: 40mg'],
  ['I use Zed for everything.', 'using zed: Zed'],
  ['Staging: the port is 8080.', 'port: 8080'],
  ['Update: my rent is $900.', 'rent: $900'],
  ['We changed landlords: my rent is $900.', 'rent: $900'],
  ['I hate not being there.', 'liking not being there: not being there'],
  ['My pledge is $40 monthly.', 'pledge: $40 monthly'],
  ['I have 3 brothers, one in Rome.', 'number of brother: 3 brothers'],
  ['I moved to Austin for a software job.', 'home: Austin'],
  ['I moved to Bend, Oregon in May.', 'home: Bend, Oregon'],
  ['I moved to Seattle a year ago.', 'home: Seattle'],
  ['I moved to Kirchhausen.', 'home: Kirchhausen'],
  ['I moved to Bovec to be closer to the river.', 'home: Bovec'],
  ['I moved to Piran from Maribor.', 'home: Piran'],
  ['We moved to Tolmin, the new flat is tiny.', 'home: Tolmin'],
  ['Me mudé a Sevilla el mes pasado.', 'home: Sevilla'],
  ['My favourite editor is Kate for now.', 'favorite editor: Kate'],
  ['Our uptime is 99.9% of course.', 'uptime: 99.9%'],
  ['I work at Nordkran remotely.', 'employer: Nordkran'],
  ['My context: I live in Oslo.', 'home: Oslo'],
  ['I live in Oslo. Not sure how to get to the airport from there.', 'home: Oslo'],
  ['The port is 8080. No waiting is needed.', 'port: 8080'],
  ['The deadline is May 5. Sorry for the noise.', 'deadline: May 5'],
  ['我喜欢吃辣，但我妈妈不喜欢。', 'liking 吃辣: 吃辣'],
  ['Meine Firma heißt jetzt Nordlicht.', 'firma name: Nordlicht'],
  ['Ich bin Vegetarierin und koche gern.', 'diet: Vegetarierin'],
  ['Je suis végétarien mais mon frère mange de tout.', 'diet: végétarien'],
  ['Soy vegana desde 2019.', 'diet: vegana'],
  ['Meine Tochter heißt Emma.', 'tochter name: Emma'],
  ['Ma femme s’appelle Claire et nous avons trois enfants.', 'femme name: Claire'],
  ['Mi perro se llama Toby y tiene diez años.', 'perro name: Toby'],
  ['Ich wohne in Leipzig und arbeite bei Siemens.', 'employer: Siemens'],
  ['The rate limit is 50 requests /s.', 'rate limit: 50 requests'],
  ['The rate limit is 50 write requests /s.', 'rate limit: 50 write requests'],
  ['The rate limit is 50 req. /s.', 'rate limit: 50 req'],
  ['The upload limit is 20 MB /s on the free plan.', 'upload limit: 20 MB'],
])('is read: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'Please answer in bullet points from now on, long paragraphs are hard to read.',
  'Keep the answers short going forward.',
  'You must run the linter before you commit.',
  'Remember to run the linter.',
  'Make sure that the tests pass.',
  'Only use tabs.',
  'Whenever you write code, add a test.',
  "Réponds-moi toujours en français, s'il te plaît.",
  'Respóndeme siempre en español.',
  'Antworte mir immer auf Deutsch.',
])('is a standing instruction: %s', (text) => {
  expect(factsIn(text)).toMatchObject([{ label: 'feedback', kind: 'constraint' }]);
});

test('a value is not cut within its number', () => {
  expect(factsIn("I've got a strict deadline for this $50,000 bid.")).toMatchObject([{ value: 'a strict deadline for this $50,000 bid' }]);
});

test.each([
  ['Soy alérgica a los mariscos.', 'mariscos'],
  ['Ich bin allergisch gegen Nüsse.', 'Nüsse'],
  ['Je suis allergique aux arachides.', 'arachides'],
])('is an allergy: %s', (text, value) => {
  expect(factsIn(text)).toMatchObject([{ label: 'user', kind: 'personal', value }]);
});

test.each([
  ['The retry limit is 3.', 'The retry limit was 3, I raised it to 5 yesterday.'],
  ['The retry limit is 3.', 'The retry limit used to be 3 but now it is 5.'],
  ['The deadline is June 5.', 'The deadline is June 9, not June 5.'],
  ['The deadline is June 5.', "The deadline isn't June 5 any more, it's June 9."],
  ['The deadline is June 5.', 'The deadline is not June 5 but June 9.'],
  ['The deadline is June 5.', 'Change of plans: the deadline is June 9.'],
  ['The deadline is June 5.', 'Update: the deadline is June 9.'],
  ['The retry limit is 3.', 'Bumped the retry limit to 5.'],
  ['The worker timeout is 10 seconds.', 'Raised the worker timeout from 10 to 30 seconds, tests pass.'],
  ["We're on Node 20.", 'Upgraded Node to 22.'],
  ['We use npm.', 'Switched from npm to pnpm, CI is green.'],
  ['My favourite band is Muse.', "My favourite band used to be Muse but these days it's Khruangbin."],
  ['The port is 8080.', 'Sorry, I meant the port is 8081.'],
  ['The deadline is June 5.', 'I meant to say that the deadline is June 9.'],
  ['Please answer in English.', 'Please answer in German from now on.'],
  ["I'm vegetarian.", "I'm not vegetarian anymore."],
  ['We use Mocha.', 'We switched from Mocha to Tape on May 2.'],
  ['The retry limit is 3.', 'I raised the retry limit to 5 on 2 May.'],
  ['We use Mocha.', "We don't use Mocha anymore."],
  ['My username is kat_1.', 'My username is now kat_2.'],
  ['I work at Barco.', "Started working at Lowe's last week, so I'm tired."],
  ['Retry count is 3.', 'Retry count is 7 now.'],
  ['Sprint review is on Friday.', 'Sprint review moved to Thursday.'],
  ['We use Mocha for e2e.', 'We switched from Mocha to Tape two weeks ago.'],
  ['Upload size is 20 MB.', 'Upload size was 20 MB, I bumped it to 50 MB.'],
  ['Our landlord is Mr Novak.', 'Our landlord is now Ms Horvat.'],
  ["I'm on Python 3.11.", 'I upgraded to Python 3.13.'],
  ['My address is 12 Elm Street.', 'My address is now 40 Oak Avenue.'],
  ['My name is Katya.', "I've changed my name to Katarina."],
  ['Unsere Frist ist der 5. Juni.', 'Korrektur: unsere Frist ist der 9. Juni.'],
  ['I take 20 mg of lisinopril.', 'My dose of lisinopril went up to 40 mg.'],
  ['Our rent is $930 a month.', 'The housing cooperative raised our rent to $980 a month.'],
  ["I work at Macy's.", "I now work at Trader Joe's."],
  ['I use Sublime for code.', 'I switched from Sublime to Zed last week.'],
  ['We use Mocha.', 'We switched from Mocha to Tape last month.'],
  ['The staging port is 9000 until the release.', 'The staging port is 8000 now.'],
  ['The staging port is 8000.', 'The staging port is now 9000 until further notice.'],
])('is replaced: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test.each([
  ['The deadline is June 5.', 'The deadline is June 9, not June 7.'],
  ['The budget is $900.', 'Set the budget to $700.'],
  ['The budget is $900.', "The budget isn't $700, it's huge."],
])('is not replaced: %s then %s', (earlier, later) => {
  const { fact: before, key } = factIn(earlier);
  const all = factsIn(later).filter((fact) => key?.endsWith(`|${fact.attribute}`));
  expect(all.map((fact) => compareFacts(before, fact))).not.toContain('supersedes');
});

test.each([
  ['The staging port is 8000.', 'The staging port is 9000 until Friday.'],
  ['The staging port is 8000.', 'The staging port is 9000 until the release.'],
  ['The staging port is 8000.', "The staging port is 9000 'til Friday."],
  ['The staging port is 8000.', 'The staging port is now 9000 temporarily.'],
  ['My rent is $930.', 'My rent is now $700 only this month.'],
])('holds for a while and replaces nothing: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('beside');
});

test('a value that holds til a day ends with it', () => {
  const [til, until] = ['til', 'until'].map((word) => factIn(`The staging port is 9000 ${word} May 20.`).fact);
  expect(til).toMatchObject({ value: '9000', isPassing: true });
  expect(til!.validTo).toBe(Date.UTC(2026, 4, 21));
  expect(til!.validTo).toBe(until!.validTo);
});

test.each([
  "I work at Anna's company.",
  "I'm working at Anna's today.",
  "I live at Anna's.",
  'I moved to Hyprland for the tiling.',
  'I moved to Hyprland last week and never looked back.',
  'I moved to Joplin for my notes.',
  'I moved to the Family plan.',
  'I moved to the Zephyr team in March.',
  'I live in Excel.',
  'Ich bin vegan erzogen worden.',
  'Ich bin nicht vegan.',
  'Je ne suis pas végétarien.',
  'Oops, I moved to Helix.conf by accident.',
  'I moved to Row B.',
  "My father's is July 9.",
  'Wanda: my rent is $900.',
  '[10:02] wanda: my rent is $900',
  'WARN The retry limit is 5.',
  'Error: the limit is 5 requests',
  'Output:\nThe port is 8080.',
  'On Tuesday Wanda wrote:\nI live in Oslo and work at Nordkran.',
  'Forwarded message:\nMy name is Wanda and I live in Oslo.',
  'Wanda claims the port is 8080.',
  'Given the budget is $400, show the basket.',
  'Homework: My salary is $3,000 and the rest is tax.',
  'Scenario: our budget is $900.',
  'Option A: our budget is $900.',
  'Proposal: the deadline is June 4.',
  'Old: the port is 80.',
  'Vorschlag: die Frist ist der 5. Mai.',
  'I take 500 mg of ibuprofen when my back hurts.',
  'I take 20 mg of lisinopril on Mondays and 10 mg on other days.',
  'Our budget is 10% lower.',
  'Our build time is 30 seconds slower.',
  'The timeout is 30 seconds too long.',
  'The port is 3000 locally.',
  'The launch is on June 5 at the earliest.',
  'The launch is June 5 or later.',
  'The launch is June 5, pending approval.',
  'I have 5 minutes.',
  'I have 2 quick questions.',
  'We have 3 options.',
  'I have 10 years of experience.',
  "I use Wanda's Netflix.",
  'I prefer not to say.',
  'I like mushrooms less than olives.',
  "I like Wanda's approach better.",
  'I like neither mushrooms nor olives.',
  'I hate to break it to you.',
  'I moved to Logseq.',
  'I recently moved to Zettlr because the other one was slow.',
  'I moved to Kagi from Bing.',
  'I moved to Berlin time.',
  'I moved to Berlin in my dream.',
  'Me mudé a Logseq.',
  'Ich bin nach Logseq umgezogen.',
  'I live in Logseq all day.',
  'I work at the Oslo office until Friday.',
  'I work for the German government.',
  "I'm working at Nordkran's Oslo office.",
  'From Monday to Friday I live in Bonn.',
  'On weekends I live in Bonn.',
  "I'm married to my job.",
  "I'm vegan-ish.",
  'I broke up with my girlfriend Wanda.',
  'I love Mondays. Said no one ever.',
  'I love waiting in line. Not.',
  'Oh great, another flat tyre! I just love Mondays.',
  'My favorite color is beige. Kidding!',
  'Our retention is 30 days. Just kidding.',
  'The port is 8080. No wait, 8081.',
  'The port is 8080... scratch that, 8081.',
  'The port is 8080. Not sure about that.',
  'The deadline is May 5. Or so they say.',
  'The deadline is May 5. At least that’s what the client thinks.',
  'The deadline is May 5. Or is it May 12?',
  'The deadline is May 5 - wait, no, May 12.',
  'The deadline is May 5 (tentative).',
  'The port is 8080 (I think).',
  'I have 3 cats. Sorry, 4 cats.',
  'I have two kids, no, three.',
  'Ich arbeite bei Siemens. War nur ein Scherz.',
  'Mein Lieblingsessen ist Pizza. Nein, Spaß!',
  'Je travaille chez Renault. Je plaisante.',
  'Me llamo Wanda. Es broma.',
  '我住在北京。开玩笑的。',
  'Call me Ishmael, said the narrator.',
  "Here is my friend's bio: I live in Oslo and work at Nordkran.",
  "Mon mari dit : j'habite à Lyon.",
  'From the docs: the default port is 5432.',
  'Translate this into German. I live in Oslo and work at Nordkran.',
  'Write a poem: my name is Wind.',
  '// the timeout is 30 seconds',
  'E.g. my salary is $100.',
  "Got a job at Lowe's for my son.",
  "I've changed my name to Bob in the test fixture.",
  "My favorite band was Muse but now it's quiet here.",
  'I live in Figma these days.',
  'I know people who live in Ghent and work at Barco.',
  'I love Mondays /s',
  'I just love Mondays 🙄',
  'My favorite colour is beige /s.',
  'I love Mondays! 🙄',
  'I love Mondays. /s',
  'The port is 8080. /s',
  'Oh great, I love flat tyres.',
  'I live in Rome, just kidding.',
  'Our deploy window is Tuesdays and Thursdays.',
  'My daughter Monday mornings is hard to wake.',
  'I talked to my boss, Irina, and Tom.',
  'The function is called handleClick.',
  'You must love it.',
  'You must try the ramen.',
  'The API is called 5 times a day.',
  'Remember Tom is allergic to nuts.',
  'Remember today is a holiday.',
  'Only used twice so far.',
  'Make sure tomorrow works for Ana.',
])('states nothing of a thing: %s', (text) => {
  expect(told(text)).toEqual([]);
  expect(factsIn(text).filter(({ kind }) => kind === 'constraint')).toEqual([]);
});
