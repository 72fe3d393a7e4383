import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

/** Attributes and values of what a text states. */
const told = (text: string): string[] =>
  factsIn(text).flatMap(({ attribute, value }) => (attribute === undefined ? [] : [`${attribute}: ${value}`]));

test.each([
  ['The port is 8080.', 'The port is 9000 in most environments.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 for most users.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 for real users.'],
  ['The retention limit is 50 days.', 'We raised the retention limit to 100 days for short-term logs.'],
  ['The upload limit is 20 MB.', 'The upload limit is now 40 MB for good customers.'],
  ['The timeout is 30 seconds.', 'We raised the timeout to 60 seconds in general stores.'],
])('a value of a part does not replace the one of all: %s then %s', (earlier, later) => {
  expect(factIn(later).key).not.toBe(factIn(earlier).key);
});

test.each([
  ['The port is 8080.', 'The port is now 9000 for good.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 in total, because of the load.'],
  ['The rate limit is 50.', 'In fact, the rate limit is now 100 of course.'],
  ['The port is 8080.', 'The port is now 9000 for real this time.'],
  ['The rate limit is 50.', 'The rate limit is now 100 in total per user.'],
  ['The port is 8080.', 'The port is now 9000 for good, as you can see.'],
])('words of no part name none: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test.each([
  ['The rate limit is now 100 in practice until Friday.', 'rate limit'],
  ['The port is now 9000 of course in production.', 'production port'],
  ['The rate limit is now 100 at most for free users.', 'free user rate limit'],
])('words of no part leave the part behind them: %s', (text, attribute) => {
  expect(factIn(text).fact.attribute).toBe(attribute);
});

test.each([
  ['My name is Marta and English is my second language.', 'name: Marta'],
  ['I live in Oslo and Anna lives in Bergen.', 'home: Oslo'],
  ['I work at Nordkran and Tom works at Hafenwerk.', 'employer: Nordkran'],
  ['I live in Ghent and Dutch is spoken here.', 'home: Ghent'],
  ['I live in Oslo and Anna Berg has a flat above mine.', 'home: Oslo'],
  ['I live in Oslo and Marta de Souza lives next door.', 'home: Oslo'],
  ['I live in Oslo and Anna still works in Bergen.', 'home: Oslo'],
  ["I live in Oslo and Anna's family has a farm near Bergen.", 'home: Oslo'],
  ['I work at Nordkran and Tom trains our apprentices.', 'employer: Nordkran'],
  ['I work at Oxford and Tom works at Hafenwerk.', 'employer: Oxford'],
  ['I live in Oslo and I love it.', 'home: Oslo'],
])('a clause of another behind it takes nothing away: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'I live in Oslo and Bergen.',
  'I live in Oslo and New York these days.',
  'I live in Oslo & Bergen, depending on the season.',
  'I work at Nordkran and Hafenwerk as a welder.',
  'I work at the Oslo and Bergen offices.',
  'I work for Berlin and Munich clients.',
  'I work for Berlin and Munich clients in Spain.',
  'I live in Lisbon and Rio de Janeiro.',
  'I live in Oslo and Bergen while studying.',
  "I work at Nordkran and Wendy's part time.",
])('who has two has no one: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ['I work at Nordkran three days a week.', 'employer: Nordkran'],
  ['I work at Nordkran twice a week.', 'employer: Nordkran'],
  ['I work at Nordkran alongside my sister.', 'employer: Nordkran'],
  ['I work at Nordkran 4 days a week.', 'employer: Nordkran'],
  ['I work for Hafenwerk together with my cousin.', 'employer: Hafenwerk'],
  ['I work at Nordkran sometimes on Saturdays too.', 'employer: Nordkran'],
  ["I work at Macy's twice a week.", "employer: Macy's"],
  ['I work at Oxford.', 'employer: Oxford'],
  ['I work for Cambridge.', 'employer: Cambridge'],
  ['I work for Oxford university.', 'employer: Oxford university'],
  ['I work at Oxford within walking distance of my flat.', 'employer: Oxford'],
  ['Trabajo para Santander.', 'employer: Santander'],
])('is an employer: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'I work at the Oslo office.',
  'I work for the Oslo government.',
  'I work for the Smith family.',
  'I work at the Red cross.',
  'I work at Terminal 5.',
  'I work for German clients.',
  'Trabajo en Santander.',
  'Trabalho na Madeira.',
  'Ich arbeite bei Hamburg.',
])('is no employer, or none with its whole name: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ['I live in Oslo but I wish I had a garden.', 'home: Oslo'],
  ['I work at Nordkran, not really my dream job though.', 'employer: Nordkran'],
  ['I moved to Bergen, but I go back to Oslo every month.', 'home: Bergen'],
  ['I moved to Bergen and then went back to school.', 'home: Bergen'],
  ['I moved to Bergen so I cancelled my gym membership.', 'home: Bergen'],
  ['I moved to Bergen so I turned down the job in Oslo.', 'home: Bergen'],
  ['I moved to Bergen and went back to university.', 'home: Bergen'],
  ['I moved to Bergen and went back to teaching.', 'home: Bergen'],
  ['I live in Bergen and went back to college.', 'home: Bergen'],
  ['I moved to Bergen and then back to work.', 'home: Bergen'],
  ['My rent is 950 euros and my landlord came back to me about the heating.', 'rent: 950 euros'],
  ['My rent is now 1,150 a month 🙄', 'rent: 1,150 a month'],
  ['I live in Bergen. 🙃', 'home: Bergen'],
  ['For context, I work at Nordkran.', 'employer: Nordkran'],
  ['For the record, my name is Ana.', 'name: Ana'],
  ['For your information, the deadline is May 5.', 'deadline: May 5'],
  ['On a side note, I live in Oslo.', 'home: Oslo'],
  ['In my case the port is 9000.', 'port: 9000'],
  ["I can't drive and I live in Bergen.", 'home: Bergen'],
  ["I don't know anyone here and I live in Oslo.", 'home: Oslo'],
  ['Big news - I started working at Nordkran last week.', 'employer: Nordkran'],
  ['Quick update - now the port is 9000.', 'port: 9000'],
  ['Yes - my rent is $900.', 'rent: $900'],
  ['Yes — my rent is $900.', 'rent: $900'],
  ['Hi — my name is Ana.', 'name: Ana'],
  ['Hello - I live in Porto.', 'home: Porto'],
  ['Good morning - my rent is $900.', 'rent: $900'],
  ['Good evening my rent is $900.', 'rent: $900'],
  ['Thanks – my email is ana@fjord.example.', 'email: ana@fjord.example'],
  ['Finally — I moved to Berlin.', 'home: Berlin'],
  ["I live in Oslo, what's the weather like?", 'home: Oslo'],
  ["I'm using Neovim for notes.", 'using neovim: Neovim'],
  ["We're using Vite for the build.", 'using vite: Vite'],
  ['My boss is Katrin.', 'boss: Katrin'],
  ['My birthday is on the 3rd of October.', 'birthday: 3rd of October'],
  ['Ich wohne in Leipzig, nicht weit vom Bahnhof.', 'home: Leipzig'],
  ['我上个月搬到了成都。', 'home: 成都'],
])('is told plainly, whatever else the sentence says: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test('what happened is read behind a dash, and an allergy behind a denial of something else', () => {
  expect(factsIn('So much happened - I adopted a dog last week.')).toMatchObject([{ kind: 'personal', value: 'adopted a dog last week' }]);
  expect(factsIn('Something sweet happened at work - I adopted a dog last week.')).toHaveLength(1);
  expect(factsIn('Anna from accounting - I adopted a dog last week.')).toEqual([]);
  expect(factsIn('Fred at the front desk - I adopted a dog last week.')).toEqual([]);
  expect(factsIn("I don't drive and I'm allergic to nuts.")).toMatchObject([{ kind: 'personal', value: 'nuts' }]);
  expect(factsIn("I don't eat meat and I'm allergic to nuts.")).toMatchObject([{ kind: 'personal' }, { kind: 'personal', value: 'nuts' }]);
});

test.each([
  'I moved to Oslo, I wish.',
  'I live in Oslo, not really.',
  'I moved to Oslo but came back home.',
  'I moved to Bergen and then went back to Oslo.',
  'I moved to Bergen and back to Oslo.',
  "I moved to Bergen and back to my parents' place.",
  'I moved to Bergen and went back to Beijing.',
  'I switched the theme to dark and back to light.',
  'I changed the port to 9000 and back to 8080.',
  'I changed the port to 9000 but went back to port 8080.',
  'I moved to Berlin but came back to be near my family.',
  'I moved to Bergen, then back to Oslo.',
  'In my case study, the port is 9000.',
  'On the record label site, the port is 9000.',
  'Anna - I live in Paris.',
  'Anna Berg - I live in Paris.',
  'Anna Berg Lund - I live in Paris.',
  'Anne-Marie - I live in Paris.',
  'Dr. Berg - I live in Paris.',
  'anna - my port is 9000',
  "Anna's note - I live in Paris.",
  'Plan B - the port is 9000.',
  'Plan B — the port is 9000.',
  'Proposal — the port is 9000.',
  'Option A - the port is 9000.',
  'Old - the port is 80.',
  "I'm not saying I moved to Oslo and I work at Nordkran.",
  "I don't think the budget is $500 and the deadline is May 5.",
  "I'm not sure the port is 9000 and the deadline is May 5.",
  "I don't know if the rent is $900 and the deadline is May 5.",
  'I love Mondays 🙄',
  'I love Mondays. 🙄',
  "I'm using the bathroom.",
  "My boss is Anna's cousin.",
])('is not told: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  ["Here's the update: our port is 9000.", 'port: 9000'],
  ["That's the plan: our port is 9000.", 'port: 9000'],
  ["Today's news: our port is 9000.", 'port: 9000'],
  ["It's simple: my rent is $900.", 'rent: $900'],
  ["What's new: the deadline is June 5.", 'deadline: June 5'],
  ['To be clear: my name is Ana.', 'name: Ana'],
  ['Full disclosure: I work at Nordkran.', 'employer: Nordkran'],
  ["It's official: I moved to Berlin.", 'home: Berlin'],
  ["Here's the deal: I live in Oslo.", 'home: Oslo'],
  ['A quick word about where I am: I live in Oslo.', 'home: Oslo'],
])('is said by the speaker himself: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test('what somebody likes is read behind his own words with a colon', () => {
  expect(factsIn('One thing: I prefer tabs.')).toMatchObject([{ kind: 'preference', value: 'tabs' }]);
  expect(factsIn('The thing is this: I love hiking.')).toMatchObject([{ kind: 'preference', value: 'hiking' }]);
});

test.each([
  "My sister's update: our port is 9000.",
  "Wanda's news: my rent is $900.",
  'Anna: I live in Paris.',
  'X: I live in Rome. Y: I live in Paris.',
  'Y - I live in Paris.',
  'Sim: I live in Paris.',
  'Ora: I live in Paris.',
  'И: я живу в Париже.',
  'Anna Berg: I live in Paris.',
  'User 2: I live in Paris.',
  'My neighbour: I live in Paris.',
  'The sign on the door says: I live in Paris.',
  'Some guy on the forum: I work at Nordkran.',
  'Cover letter: I work at Nordkran.',
  'Message from my sister: I moved to Lyon.',
  'Meine Schwester: Ich wohne in Leipzig.',
  'Der Nachbar sagt: Ich wohne in Leipzig.',
  "Ma voisine : j'habite à Lyon.",
  'Mi hermana: vivo en Sevilla.',
])('is said by another: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ['As I said:\nour port is 9000', 'port: 9000'],
  ['I sent:\nthe budget is $900.', 'budget: $900'],
  ['As we already wrote:\n\nOur port is 9000.', 'port: 9000'],
  ['Wie ich schrieb:\nUnser Port ist 9000.', 'port: 9000'],
  ['Wie ich schon schrieb:\nUnser Port ist 9000.', 'port: 9000'],
  ['What I have said:\nour port is 9000.', 'port: 9000'],
  ['Anna wrote:\nSee you.\n\nMy phone number is 555-0100-22.', 'phone number: 555-0100-22'],
  ['The vendor replied:\n\nWe ship tomorrow.\n\nOur budget is $900.', 'budget: $900'],
  ['I had to translate this contract. I live in Oslo now and work at Nordkran.', 'home: Oslo'],
  ['They made me proofread this thesis. My rent is $900.', 'rent: $900'],
  ['I was asked to translate this leaflet. I live in Oslo.', 'home: Oslo'],
  ['I used to translate this magazine. I live in Oslo.', 'home: Oslo'],
  ['I translate this newsletter every week. I live in Oslo.', 'home: Oslo'],
  ['Let me rephrase this. My rent is $900.', 'rent: $900'],
])('stands beside what another wrote: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'On Tuesday Wanda wrote:\nI live in Oslo and work at Nordkran.',
  'What she said:\nMy rent is $900.',
  'I was sent:\nMy rent is $900.',
  'A woman I know wrote:\nI live in Oslo and work at Nordkran.',
  'The man we met said:\nMy rent is $900.',
  'The boss I had said:\nMy rent is $900.',
  'A friend I recently met posted:\nI live in Oslo.',
  'Eine Frau, die ich kenne schrieb:\nIch wohne in Leipzig.',
  'Wanda wrote:\n\nMy rent is $900.\nThe deadline is June 5.',
  'Wanda wrote:\nHi all,\n\nmy rent is $900.\n\nThe deadline is June 5.',
  'Wanda wrote:\nHello Tom!\n\nMy rent is $900.',
  'On Mon, May 4, 2026 at 10:12 Wanda <w@a.example> wrote:\nSee below.\n\nMy rent is $900.',
  'Forwarded message:\nFrom: Wanda\n\nMy name is Wanda.\n\nI live in Oslo.',
  'Translate this into German. I live in Oslo and work at Nordkran.',
  'Can you translate this for me. I live in Oslo.',
  'Hi! Please translate the following. I live in Oslo.',
  'Can you help me translate this. I live in Oslo and work at Nordkran.',
  'Please help me translate this. I live in Oslo and work at Nordkran.',
  'I need you to translate this letter. My name is Anna.',
  "I'd like you to proofread this letter. My name is Anna.",
  'I want to translate this. My name is Anna.',
  'Could we translate this. I live in Oslo.',
  'Can you translate this letter for my aunt? I live in Oslo and work at Nordkran.',
  'Übersetze das bitte, also diesen Satz: Ich wohne in Leipzig.',
])('is what another wrote: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ['Oh perfect, thanks! I prefer short answers.', 'short answers'],
  ['Oh nice! I love hiking.', 'hiking'],
  ['Oh great, that works! I love olives.', 'olives'],
  ['Oh great, it works again! I love olives.', 'olives'],
  ['Oh great, thanks again! I love hiking.', 'hiking'],
  ['Just wonderful, I got the job! I love climbing.', 'climbing'],
  ['How lovely, more of your photos. I like photography.', 'photography'],
])('praise is meant: %s', (text, value) => {
  expect(factsIn(text)).toContainEqual(expect.objectContaining({ kind: 'preference', value }));
});

test.each([
  'Oh great, another flat tyre! I just love Mondays.',
  'Oh great, the server is down again. I love this job.',
  'Just wonderful, yet another meeting. I love Mondays.',
  'Oh great. I just love Mondays.',
  'Oh great, nothing works again. I love Mondays.',
  'Oh great, nothing works. I love computers.',
  'Oh great, thanks for nothing. I love meetings.',
  'Oh great, thanks for nothing. I love computers.',
  'Oh great, now the printer works against me. I love paperwork.',
  'Oh lovely, rain. I love Mondays.',
])('praise is not meant: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  ['My deadline is May 5. Sorry, 2 more questions:', 'deadline: May 5'],
  ['I live in Oslo.\n\nSorry, 3 things:', 'home: Oslo'],
  ['I live in Oslo. Sorry, 2.', 'home: Oslo'],
  ['Mi alquiler es 900 euros. Bueno, 2 preguntas.', 'alquiler: 900 euros'],
  ['The port is 8080.\n\nSorry, 9000.', 'port: 8080'],
  ['The port is 8080.\n\nWait, no question so far.', 'port: 8080'],
  ['My rent is $900. I mean, 3 people told me so.', 'rent: $900'],
  ['My rent is $900. Sorry, 2 minutes, the phone.', 'rent: $900'],
  ['The deadline is May 5. Sorry, 2 minutes, the phone.', 'deadline: May 5'],
  ['My deadline is May 5. Sorry, 2 dumb questions:', 'deadline: May 5'],
  ['The meeting is at 5 pm. Sorry, 20 people have asked me already.', 'meeting: 5 pm'],
])('is not taken back: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'The port is 8080. Sorry, 8081.',
  'The meeting is at 5 pm. Sorry, 6 pm.',
  'The timeout is 30 seconds. I mean 60 seconds, of course.',
  'The timeout is 30s. Sorry, 60s',
  'My rent is $900. Sorry, $950.',
  'I have two cats. Sorry, 4 cats.',
  'I have 1 cat. Make that 2 cats now.',
  'The deadline is May 5. Nope, 6!',
  'Mi alquiler es 900 euros. Bueno, 950 euros.',
  'The port is 8080.\nSorry, 8081.',
  'The port is 8080. Sorry, I meant 8081.',
  'My rent is $900. Sorry, 950 dollars.',
  'My rent is 900 euros. Sorry, 950€.',
  'My rent is $900 a month. Sorry, $950 monthly.',
  'The timeout is 30s. Sorry, 60 seconds.',
  'The timeout is 2 minutes. I mean 90 seconds.',
  'I have 1 child. Sorry, 2 children.',
  'I have two black cats. Sorry, 4 cats.',
  'The timeout is now 30. Sorry, 60 seconds.',
  'The port is 8080. Sorry, 8081 it is.',
  'The port is 8080. Sorry, 8081 in production.',
  'The meeting is at 17:00. Sorry, 6 pm.',
  'The deadline is May 5. Sorry, 6 June.',
  'The deadline is May 5. Sorry, 6th.',
])('is taken back: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ['I take 10 mg of melatonin before bed.', 'melatonin dose: 10 mg'],
  ['I take 20 mg of lisinopril before breakfast.', 'lisinopril dose: 20 mg'],
  ['I take 500 mg of metformin before every meal.', 'metformin dose: 500 mg'],
  ["I'm on 40mg omeprazole before my first coffee in the morning.", 'omeprazole dose: 40mg'],
  ['I take 5 mg of bisoprolol before going to bed.', 'bisoprolol dose: 5 mg'],
])('is a daily dose: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'I take 50 mg of dimenhydrinate before long flights.',
  'I take 400 mg of ibuprofen before a race.',
  'I take 10 mg of propranolol before every exam.',
  'I take 10 mg of propranolol before dinner parties.',
  'I take 10 mg of propranolol before morning presentations.',
])('is a dose of a case: %s', (text) => {
  expect(told(text)).toEqual([]);
});

test.each(['The audit is in a few weeks.', 'The release is in 36 hours.', 'Our launch is in six months.'])(
  'a time from today is no amount of a thing: %s',
  (text) => {
    expect(told(text)).toEqual([]);
  },
);
