import type { IndexWrite } from '@total-recall/ports';

const DOCUMENT_WORDS = 61;
const VOCABULARY = 50_000;

/** Creates a seeded source of numbers in [0, 1), so that every run measures the same corpus. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Corpus {
  /** Returns a word by its Zipf frequency (exponent 1). */
  word(): string;
  hash(): string;
  path(): string;
  /** Returns an event with one document of 61 words; 30 % contain a hash, 30 % a path. */
  write(space: string, session: string, offset: number): IndexWrite;
  /** Returns a query of 4 to 12 different words. */
  query(): string[];
}

export function createCorpus(seed: number): Corpus {
  const random = seededRandom(seed);
  const cumulative = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) cumulative[rank] = sum += 1 / (rank + 1);
  const words = Array.from({ length: VOCABULARY }, (_, rank) => spell(rank));
  const word = (): string => {
    const target = random() * sum;
    let low = 0;
    let high = VOCABULARY - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cumulative[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
  const hash = (): string =>
    Array.from({ length: 5 }, () =>
      Math.floor(random() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  const path = (): string => `src_2f${word()}_2f${word()}_2f${word()}_2ets`;
  const query = (): string[] => {
    const terms = new Set<string>();
    const size = 4 + Math.floor(random() * 9);
    while (terms.size < size) terms.add(word());
    return [...terms];
  };
  const write = (space: string, session: string, offset: number): IndexWrite => {
    const id = `e${offset.toString(36).padStart(25, '0')}`;
    const at = 1_700_000_000_000 + offset * 1_000;
    const terms = Array.from({ length: DOCUMENT_WORDS }, word);
    if (random() < 0.3) terms.push(hash());
    if (random() < 0.3) terms.push(path());
    return {
      event: {
        record: {
          key: `bench/${space}/${session}`,
          envelope: {
            schemaVersion: 1,
            id,
            tenant: 'bench',
            space,
            session,
            kind: offset % 3 === 0 ? 'user_message' : 'tool_result',
            occurredAt: at,
            recordedAt: at,
            tokens: { whole: 90, stripped: 90, preview: 90 },
            family: 'generic',
            keyId: 'k1',
          },
          sealed: new Uint8Array(64),
          position: { generation: 'bench', partition: 0, offset },
        },
        accepted: { ordinal: offset, turn: offset >> 2, request: offset >> 4, atom: offset, premiseVersion: 0, indexed: true },
      },
      documents: [{ eventId: id, part: 0, terms }],
      agent: 'agent-1',
    };
  };
  return { word, hash, path, write, query };
}

/** Spells a word in syllables; frequent words are short. */
function spell(rank: number): string {
  const syllables = [
    'ba',
    'de',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
    'va',
    'we',
    'xi',
    'yo',
    'zu',
    'fa',
    'ge',
    'hi',
    'jo',
    'ku',
  ];
  let rest = rank + syllables.length;
  let spelled = '';
  while (rest > 0) {
    spelled = `${syllables[rest % syllables.length]!}${spelled}`;
    rest = Math.floor(rest / syllables.length);
  }
  return spelled;
}
