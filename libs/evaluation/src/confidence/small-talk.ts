import type { SeededRandom } from '../seeded-random.ts';

/** Names of people in generated conversations. */
export const PEOPLE = [
  'Alrik',
  'Benedetta',
  'Cosmo',
  'Delphine',
  'Eskil',
  'Fenna',
  'Gudrun',
  'Hamza',
  'Ilse',
  'Jarek',
  'Kalinda',
  'Leif',
  'Mireille',
  'Nuno',
  'Oksana',
  'Priyanka',
  'Quentin',
  'Rasmus',
  'Sunniva',
  'Tarek',
  'Ulrika',
  'Vito',
  'Wanja',
  'Yusra',
  'Zelda',
  'Ottoline',
  'Bertil',
  'Chidi',
] as const;

const GREETINGS = [
  'Good to hear from you, it has been weeks!',
  'Hello there, finally a quiet minute.',
  'Hey, how are things on your side?',
  'Morning! I have been meaning to write.',
  'There you are, I almost gave up on you.',
  'Hi, do you have a moment?',
] as const;
const REMARKS = [
  'The weather cannot make up its mind.',
  'I slept badly and drank far too much tea.',
  'Work was endless, but the evening is ours.',
  'My phone is almost empty, so be quick.',
  'The street is closed again, they dig for cables.',
  'I walked along the canal and thought of you.',
  'The children next door built a castle of boxes.',
  'Honestly, I could do with a long weekend.',
  'I tidied up for hours and one sees nothing of it.',
  'The baker gave me a roll for free, best day ever.',
  'We should meet again before the month is over.',
  'It rained through the window, what a mess.',
  'I laughed so much at your last message.',
  'My calendar looks like a game somebody else is winning.',
  'Somebody rang and nobody was there.',
  'The tram was full of people with balloons.',
  'I found an old photo of us, we look so young in it.',
  'Everything takes longer than I think.',
  'At least the coffee was good today.',
  'I am trying to be more patient, no luck so far.',
] as const;
const REACTIONS = [
  'Oh wow, I did not see that coming!',
  'That sounds wonderful, tell me more some day.',
  'Really? Good for you.',
  'I am so glad for you.',
  'Ha, that is typical of you.',
  'How lovely! You deserve it.',
  'Oh no. Is it as bad as it sounds?',
  'You never cease to surprise me.',
  'I would have done just the same.',
  'Let me know how it goes on.',
] as const;
const BYES = [
  'I have to run, talk soon!',
  'Take care of yourself.',
  'Until next week then.',
  'Sleep well, and say hello at home.',
] as const;

export const greeting = (random: SeededRandom): string => random.pick(GREETINGS);
export const remark = (random: SeededRandom): string => random.pick(REMARKS);

const STORIES = [
  'On the radio they spoke of {w} and {w} for an hour.',
  'My aunt still tells everybody about {w}, {w} and that summer.',
  'I dreamt of {w} again, and of {w}.',
  'Somebody on the train had {w} with him and a bag full of {w}.',
  'You know me, first {w}, then {w}, and sleep comes last.',
  'There was {w} all over the office, because of {w} I think.',
  'Remember the year of the {w}? That, but with {w}.',
  'My boss wants {w} by Monday, and {w} the day after.',
  'The paper has a page on {w} today, next to one on {w} and {w}.',
  'Between {w} and {w} I would always take a nap.',
  'The cousin of a friend makes a fortune with {w}.',
  'They opened a shop for {w} where the {w} used to be.',
] as const;

/** Builds a remark that uses words of other topics without telling anything. */
export function story(random: SeededRandom, words: readonly string[]): string {
  return random.pick(STORIES).replaceAll('{w}', () => random.pick(words));
}
export const reaction = (random: SeededRandom): string => random.pick(REACTIONS);
export const farewell = (random: SeededRandom): string => random.pick(BYES);

const ADVICE = [
  'One thing that helps is to write down what matters about {t} before deciding anything.',
  'Many people underestimate how much time {t} takes, so plan generously.',
  'You could start small and see how it feels after two or three weeks.',
  'If money is a concern, compare at least three offers and ask what is included.',
  'Talk to somebody who has been through it; experience beats any guide to {t}.',
  'Keep receipts and notes in one place, you will be grateful later.',
  'It is perfectly fine to change your mind about {t} half way.',
  'A short checklist can take away most of the stress: what, when, who and how much.',
  'Set a reminder for next month to look at {t} again with fresh eyes.',
  'Remember to rest in between, since enthusiasm alone does not last.',
  'In general, quality matters more than quantity when it comes to {t}.',
  'There are good introductions in any library, and most of them are free.',
  'Would you like me to make a week-by-week plan for you?',
  'I can also draft a message for the people involved in {t}.',
] as const;

/** Builds a long piece of advice that fits anybody. */
export function advice(random: SeededRandom, about: string): string {
  return random
    .shuffled(ADVICE)
    .slice(0, 3 + random.below(7))
    .map((line) => line.replaceAll('{t}', about))
    .join(' ');
}
