/** Invented data in the forms of the three data sets, small enough to know every rank in advance. */

const SAYINGS: readonly (readonly [string, string])[] = [
  ['Brindle', 'The walnut boat got a second coat of varnish this morning.'],
  ['Osgood', 'Lovely. My kiln cracked again, so no pots for the fair.'],
  ['Brindle', 'Sorry about the kiln! Did the cobalt glaze survive?'],
  ['Osgood', 'It did, and the cobalt plates go to the museum shop in Varnholm.'],
];
const LATER: readonly (readonly [string, string])[] = [
  ['Osgood', 'The museum shop sold eleven plates.'],
  ['Brindle', 'I sailed the walnut boat to Lindquay with my cousin.'],
];

const turns = (session: number, said: readonly (readonly [string, string])[]) =>
  said.map(([speaker, text], at) => ({
    speaker,
    dia_id: `D${session}:${at + 1}`,
    text,
    ...(at === 1 && { blip_caption: 'a photo of a brick oven' }),
  }));

export interface LocomoQuestion {
  readonly question: string;
  readonly answer?: string;
  readonly evidence?: readonly string[];
  readonly category: number;
}

export const LOCOMO_QUESTIONS: readonly LocomoQuestion[] = [
  { question: 'Where do the cobalt plates of Osgood go?', answer: 'Varnholm', evidence: ['D1:4; D02:01'], category: 1 },
  { question: 'When did Brindle sail to Lindquay?', answer: 'June', evidence: ['D:2:2'], category: 2 },
  { question: 'What cracked?', answer: 'a kiln', evidence: ['D1:2 D9:77'], category: 4 },
  { question: 'Who painted the lighthouse?', evidence: ['D7:7', ''], category: 5 },
];

export function inventedLocomo(questions: readonly LocomoQuestion[] = LOCOMO_QUESTIONS): unknown {
  const conversation = {
    speaker_a: 'Brindle',
    speaker_b: 'Osgood',
    session_1_date_time: '12:05 am on 3 May, 2031',
    session_1: turns(1, SAYINGS),
    session_2_date_time: '4:30 pm on 9 June, 2031',
    session_2: turns(2, LATER),
    session_3_date_time: '4:30 pm on 9 July, 2031',
  };
  return [
    { sample_id: 'conv-a', conversation, qa: questions },
    { sample_id: 'conv-b', conversation, qa: questions.slice(0, 1) },
  ];
}

export interface HaystackLabels {
  readonly ids: readonly string[];
  readonly answers: readonly string[];
  readonly marked: boolean;
  readonly type: string;
  readonly answer: string;
}

export const HAYSTACK_LABELS: HaystackLabels = {
  ids: ['talk_1', 'answer_2'],
  answers: ['answer_2'],
  marked: true,
  type: 'single-session-user',
  answer: 'a heron',
};

export function inventedLongMemEval(labels: HaystackLabels = HAYSTACK_LABELS): unknown {
  const haystack = {
    haystack_dates: ['2031/05/03 (Sat) 19:05', '2031/06/02 (Mon) 19:00'],
    haystack_session_ids: labels.ids,
    haystack_sessions: [
      [
        { role: 'user', content: 'Which soil do leeks like?' },
        { role: 'assistant', content: 'Deep, loose soil.' },
      ],
      [
        { role: 'user', content: 'A heron nests beside my pond now.', ...(labels.marked && { has_answer: true }) },
        { role: 'assistant', content: 'How lovely; herons fish at dawn.', ...(labels.marked && { has_answer: false }) },
      ],
    ],
  };
  const sample = (id: string, question: string) => ({
    question_id: id,
    question_type: labels.type,
    question,
    answer: labels.answer,
    answer_session_ids: labels.answers,
    ...haystack,
  });
  return [sample('q1', 'Which bird nests beside my pond?'), sample('q2_abs', 'Which bird nests in my chimney?')];
}

export interface BeamQuestion {
  readonly question: string;
  readonly source_chat_ids?: unknown;
  readonly rubric?: readonly string[];
}

export const BEAM_QUESTIONS: Readonly<Record<string, readonly BeamQuestion[]>> = {
  contradiction_resolution: [
    {
      question: 'Did the ferry to Ostrup ever run on Sundays?',
      source_chat_ids: { first_statement: [0], second_statement: [2, 0] },
      rubric: ['both'],
    },
  ],
  information_extraction: [{ question: 'Which paint did the ferry get?', source_chat_ids: [1, 99] }],
  summarization: [{ question: 'Sum up the trip.', source_chat_ids: [] }],
  abstention: [{ question: 'Who is the captain?' }],
};

export function inventedBeam(
  questions: Readonly<Record<string, readonly BeamQuestion[]>> = BEAM_QUESTIONS,
): { name: string; json: unknown }[] {
  const message = (id: number, role: string, content: string, anchor?: string) => ({
    id,
    role,
    content,
    ...(anchor !== undefined && { time_anchor: anchor }),
  });
  const chat = [
    {
      turns: [
        [
          message(0, 'user', 'The ferry to Ostrup runs on Sundays.', 'May-03-2031'),
          message(1, 'assistant', 'Noted: the ferry, painted in sea green, runs on Sundays.'),
        ],
      ],
    },
    {
      turns: [
        [
          message(2, 'user', 'I was wrong, the ferry to Ostrup never ran on Sundays.', 'June-04-2031'),
          message(3, 'assistant', 'Corrected.'),
        ],
      ],
    },
  ];
  return [{ name: '1', json: { chat, probing_questions: questions } }];
}
