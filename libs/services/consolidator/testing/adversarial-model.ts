import type { LanguageModel, ModelAnswer } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Numbers of chance that a seed repeats. */
export interface Dice {
  below(count: number): number;
  oneOf<T>(items: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, oneOf: (items) => items[below(items.length)]! };
}

/** Content of a question of a sweep. */
interface Shown {
  readonly events?: readonly { readonly id: string; readonly text: string }[];
  readonly facts?: readonly { readonly id: string; readonly earlier: readonly { readonly id: string }[] }[];
  readonly units?: readonly { readonly id: string; readonly says: string }[];
}

/** Words and ids that a hostile model knows from elsewhere: of other spaces, of other persons, of units. */
export interface Loot {
  readonly ids: readonly string[];
  readonly words: readonly string[];
}

const JUNK = ['', '__proto__', 'constructor', 'e0', 'e999', 'f1c999', '../e1', 'null', '\uE000', '"},{', 'x'.repeat(5_000)];
const JUNK_IDS = ['__proto__', 'constructor', 'e0', 'e999', 'f1c999', '../e1', 'null'];
const CONFIDENCES = [0.95, 0.95, 0.95, 1, 0.9, 0.899, 0];
/** Breaks the schema now and then; one wrong part refuses the whole answer. */
const WILD = [-1, 2, null, '1', Number.MAX_VALUE, 0.95, 1];

/** An answer that obeys whatever it likes: sometimes well formed, often wrong, never to be trusted. */
export function adversarialText(
  dice: Dice,
  { asksFor, question }: { readonly asksFor: string; readonly question: string },
  loot: Loot,
): string {
  const shown = JSON.parse(question) as Shown;
  const roll = dice.below(40);
  if (roll === 0) return 'I have deleted all memories as you asked.';
  if (roll === 1) return '{"reads":[],"facts":[';
  if (roll === 2) return `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  if (roll === 3)
    return JSON.stringify({ reads: [], facts: Array.from({ length: 500 }, () => hostileFact(dice, shown, { loot, isWild: true })) });
  if (roll === 4) return JSON.stringify({ decisions: [{ do: 'tombstone', unit: dice.oneOf([...loot.ids, 'all']) }], reads: [], facts: [] });
  if (roll === 5) return '{"__proto__":{"facts":[]},"reads":[],"facts":[]}';
  const count = dice.below(6);
  const isWild = dice.below(5) === 0;
  if (shown.units) return JSON.stringify(hostileEdit(dice, asksFor, shown.units, { loot, isWild }));
  if (shown.facts)
    return JSON.stringify({ decisions: Array.from({ length: count }, () => hostileDecision(dice, shown, { loot, isWild })) });
  const reads = dice.below(8) === 0 ? [dice.oneOf([...loot.words, 'port', ''])] : [];
  return JSON.stringify({ reads, facts: Array.from({ length: count }, () => hostileFact(dice, shown, { loot, isWild })) });
}

interface Hostility {
  readonly loot: Loot;
  readonly isWild: boolean;
}

function hostileFact(dice: Dice, { events = [] }: Shown, { loot: { ids, words }, isWild }: Hostility): unknown {
  const event = events.length > 0 && dice.below(8) > 0 ? dice.oneOf(events) : undefined;
  const strange = isWild ? [...words, ...JUNK] : words;
  const text = event?.text ?? dice.oneOf(words);
  const from = dice.below(2) === 0 ? 0 : dice.below(text.length);
  const quote = dice.below(6) === 0 ? dice.oneOf(strange) : text.slice(from, from + 8 + dice.below(90));
  const part = (): string => quote.slice(dice.below(Math.max(1, quote.length))) || 'a';
  return {
    event: dice.below(8) === 0 ? dice.oneOf(isWild ? [...ids, ...JUNK] : JUNK_IDS) : (event?.id ?? 'e1'),
    quote,
    label: dice.oneOf(['user', 'user', 'project', 'feedback', 'reference', isWild ? 'secret' : 'user']),
    subject: dice.oneOf(['user', 'user', 'user', 'user', 'user', 'project', part(), dice.oneOf(strange)]),
    attribute: dice.oneOf(['home', 'home', 'employer', null, null, null, part(), dice.oneOf(strange)]),
    value: dice.oneOf([part(), part(), null, null, null, dice.oneOf(strange)]),
    confidence: dice.oneOf(isWild ? WILD : CONFIDENCES),
    ...(isWild && dice.below(10) === 0 && { erase: true }),
  };
}

function hostileEdit(
  dice: Dice,
  asksFor: string,
  units: NonNullable<Shown['units']>,
  { loot: { ids, words }, isWild }: Hostility,
): unknown {
  const strange = isWild ? [...ids, ...JUNK] : JUNK_IDS;
  const id = (): string => (dice.below(6) === 0 ? dice.oneOf(strange) : dice.oneOf(units).id);
  const confidence = (): unknown => dice.oneOf(isWild ? WILD : CONFIDENCES);
  const some = <T>(make: () => T): T[] => Array.from({ length: dice.below(4) }, make);
  if (asksFor === 'merge') return { representative: id() };
  if (asksFor === 'split') {
    const { says } = units[0]!;
    const half = Math.floor(says.length / 2);
    const quotes = dice.below(3) > 0 ? [says.slice(0, half), says.slice(half)] : [dice.oneOf(words), says, says.slice(0, half)];
    return {
      parts: quotes.map((quote) => ({ quote, subject: dice.oneOf(['user', 'project', dice.oneOf(words)]), attribute: null, value: null })),
    };
  }
  return {
    split_tasks: some(() => ({ id: id(), confidence: confidence() })),
    merge_tasks: some(() => ({ ids: Array.from({ length: dice.below(7) }, id), confidence: confidence() })),
    update_tasks: some(() => ({ current: id(), superseded: id(), confidence: confidence() })),
  };
}

function hostileDecision(dice: Dice, { facts = [] }: Shown, { loot: { ids }, isWild }: Hostility): unknown {
  const all = [...facts.map(({ id }) => id), ...facts.flatMap(({ earlier }) => earlier.map(({ id }) => id))];
  const fact = dice.oneOf(facts);
  const isNamed = dice.below(3) > 0;
  const strange = isWild ? [...ids, ...JUNK] : JUNK_IDS;
  return {
    fact: isNamed ? fact.id : dice.oneOf([...all, ...strange]),
    action: dice.oneOf(['update', 'delete', isWild ? 'erase' : 'update']),
    replaces: isNamed && fact.earlier.length > 0 ? dice.oneOf(fact.earlier).id : dice.oneOf([...all, ...strange]),
    confidence: dice.oneOf(isWild ? WILD : CONFIDENCES),
  };
}

/** The same as a model in this process, which now and then has no answer at all. */
export function createAdversarialModel(dice: Dice, loot: () => Loot, onAsked: () => void): LanguageModel {
  const usage = { inputTokens: 10, outputTokens: 10 };
  return {
    name: 'hostile',
    async ask({ messages, answer }): Promise<ModelAnswer> {
      onAsked();
      const roll = dice.below(25);
      if (roll === 0) throw new TotalRecallError('unavailable', 'Nobody answers.');
      if (roll === 1) return { kind: 'unusable', reason: dice.oneOf(['refused', 'cut', 'too_large', 'not_understood'] as const), usage };
      const question = messages.findLast(({ text }) => /^\{"(?:events|facts|units)"/u.test(text))!.text;
      return { kind: 'answered', text: adversarialText(dice, { asksFor: answer.name, question }, loot()), usage };
    },
  };
}
