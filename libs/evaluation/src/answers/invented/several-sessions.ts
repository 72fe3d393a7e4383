import type { SeededRandom } from '../../seeded-random.ts';

/** A subject that is told of in several sessions, a piece in each. `{v}` stands for a piece. */
interface Subject {
  /** Sentences that tell a piece, each in other words. */
  readonly tell: readonly string[];
  /** Deeds of others, which are no answer. */
  readonly others: string;
  readonly ask: string;
  readonly values: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  {
    tell: [
      'We spent the weekend in {v} and walked along the dyke.',
      'Back from {v}, where it rained for two days.',
      'Took the early ferry over to {v} with the children.',
      'I had a short stay in {v} for the glass market.',
    ],
    others: 'My neighbour is moving to {v} for good.',
    ask: 'Which towns have I been to?',
    values: ['Lindquay', 'Skarne', 'Hartsea', 'Morvale', 'Quillport', 'Brennick'],
  },
  {
    tell: [
      'I love {v}, I could drink it all day.',
      'Lately I really like {v} in the morning.',
      'I prefer {v} when it is cold outside.',
      'I enjoy {v} with a biscuit.',
    ],
    others: 'Grandpa only ever asks for {v}.',
    ask: 'Which kinds of tea do I like?',
    values: ['rooibos', 'lapsang', 'sencha', 'genmaicha', 'oolong', 'assam'],
  },
  {
    tell: [
      'Just finished {v}, what an ending.',
      'I read {v} on the train, all of it.',
      'Stayed up until two to get to the last page of {v}.',
      'The book club is done with {v}, and so am I.',
    ],
    others: 'Priya wants to begin {v} next.',
    ask: 'Which books have I read to the end?',
    values: ['The Salt Clock', 'Winter Ledger', 'Nine Lanterns', 'The Quiet Ferry', 'Ashes of Orrin', 'Paper Harbour'],
  },
  {
    tell: [
      'I bought {v} for my nephew Milo.',
      'Wrapped {v} for Milo this evening.',
      'Found {v} at the fair, Milo will be thrilled.',
      'Milo gets {v} from me for his name day.',
    ],
    others: 'The neighbours gave their son {v}.',
    ask: 'What presents does Milo get from me?',
    values: ['a kite', 'a tin drum', 'a telescope', 'a marble run', 'a puppet theatre', 'a toy crane'],
  },
  {
    tell: [
      'The plumber replaced {v} today.',
      'Somebody finally came to repair {v}.',
      'We paid 240 to have {v} mended.',
      'Now {v} works again, the electrician was here.',
    ],
    others: 'At the office {v} is broken again.',
    ask: 'What has been repaired in our house?',
    values: ['the boiler valve', 'the doorbell', 'the skylight', 'the cellar pump', 'the oven fan', 'the garage motor'],
  },
  {
    tell: [
      'We chose {v} for the import service.',
      'For the report service the team settled on {v}.',
      'I moved the mail service over to {v} this week.',
      'The map service runs on {v} since Monday.',
    ],
    others: 'Another team looks at {v} for a prototype.',
    ask: 'Which databases do our services use?',
    values: ['Tarnbase', 'QuillDB', 'Obsidian Store', 'Marlin SQL', 'Ferrodb', 'Nestor KV'],
  },
  {
    tell: [
      'Meine Tochter hat jetzt mit {v} angefangen.',
      'Seit dieser Woche geht Lena auch zum Kurs für {v}.',
      'Lena probiert in der Schule {v} aus.',
      'Im Verein lernt Lena nun {v}.',
    ],
    others: 'Der Nachbarsjunge hört mit {v} auf.',
    ask: 'Welche Hobbys hat Lena?',
    values: ['Fechten', 'Töpfern', 'Bogenschießen', 'Rudern', 'Schach', 'Trampolin'],
  },
  {
    tell: [
      'My aunt Greta cannot eat {v}.',
      'Greta gets a rash from {v}, we found out on Sunday.',
      'The doctor told Greta to leave out {v} from now on.',
      'No more {v} when Greta comes to visit.',
    ],
    others: 'Uncle Piet had three helpings of {v}.',
    ask: 'What food must I keep away from Greta?',
    values: ['shellfish', 'rye bread', 'celery', 'hazelnuts', 'mustard', 'goat cheese'],
  },
];

const CHATTER: readonly string[] = [
  'The rain has not stopped since Tuesday.',
  'I finally cleaned out the shed.',
  'Lunch was far too long again.',
  'The tram was late, so I walked.',
  'Somebody parked in front of the gate.',
  'My back hurts from carrying boxes.',
  'The printer at work is out of ink.',
  'We watched the regatta from the bridge.',
];

/** A message of a session; `holds` is the subject whose piece it tells. */
export interface ToldPiece {
  readonly text: string;
  readonly holds?: number;
}

export interface SeveralSessions {
  /** The statements of the user, by session. */
  readonly sessions: readonly (readonly ToldPiece[])[];
  readonly questions: readonly { readonly text: string; readonly answers: readonly string[] }[];
}

/** Sessions of a space, and pieces of a subject that are told in as many of them. */
const SESSIONS = 9;
const PIECES = 3;
const CHATTER_A_SESSION = 5;

/** Makes sessions of one space that tell of subjects a piece at a time, among other talk, with a question about each. */
export function severalSessions(random: SeededRandom): SeveralSessions {
  const sessions: ToldPiece[][] = Array.from({ length: SESSIONS }, () =>
    random
      .shuffled(CHATTER)
      .slice(0, CHATTER_A_SESSION)
      .map((text) => ({ text })),
  );
  const tellIn = (session: number, piece: ToldPiece): void => void sessions[session]!.splice(random.below(CHATTER_A_SESSION), 0, piece);
  const questions = SUBJECTS.map(({ tell, others, ask, values }, holds) => {
    const [told, rest] = [random.shuffled(values), random.shuffled(tell)];
    const days = random.shuffled(sessions.map((_, at) => at));
    const answers = told.slice(0, PIECES);
    for (const [at, value] of answers.entries()) tellIn(days[at]!, { text: rest[at]!.replace('{v}', value), holds });
    for (const [at, value] of told.slice(PIECES, PIECES + 2).entries()) tellIn(days[PIECES + at]!, { text: others.replace('{v}', value) });
    return { text: ask, answers };
  });
  return { sessions, questions };
}
