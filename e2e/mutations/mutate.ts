import type { SeededRandom } from '@total-recall/evaluation';
import { INJECTIONS } from '../bad-input-cases.ts';

const NUMBERS = [0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 5e-324, Number.MAX_SAFE_INTEGER];
const TEXTS = [...INJECTIONS, '', ' ', '\u0000', '\uD800', '\uFFFF', 'null', '__proto__', 'é'.repeat(5_000), '9'.repeat(400)];
const DEPTH = 60;
const deep = (): unknown => Array.from({ length: DEPTH }).reduce<unknown>((inside) => ({ a: [inside] }), 1);

/** Returns a value that none of our schemas expects at this place. */
function strangeValue(random: SeededRandom): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => random.pick(NUMBERS),
    () => random.pick(TEXTS),
    () => random.pick([true, false]),
    () => [],
    () => ({}),
    () => Array.from({ length: 600 }, () => 'x'),
    () => ({ ['__proto__' + random.below(9)]: 1, constructor: { prototype: 1 } }),
    deep,
  ])();
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes one place in a JSON value: removes or doubles it, or gives it another name or value. */
export function mutateJson(value: unknown, random: SeededRandom): unknown {
  if (random.below(6) === 0) return strangeValue(random);
  if (Array.isArray(value)) return mutateList(value, random);
  if (isFields(value)) return mutateFields(value, random);
  return typeof value === 'string' && random.below(2) === 0 ? mutateText(value, random) : strangeValue(random);
}

function mutateList(list: readonly unknown[], random: SeededRandom): unknown[] {
  if (list.length === 0) return [strangeValue(random)];
  const at = random.below(list.length);
  return random.pick([
    () => list.toSpliced(at, 1),
    () => list.toSpliced(at, 0, list[at]),
    () => list.with(at, mutateJson(list[at], random)),
    () => list.with(at, mutateJson(list[at], random)),
  ])();
}

function mutateFields(fields: Fields, random: SeededRandom): Fields {
  const names = Object.keys(fields);
  if (names.length === 0) return { [random.pick(TEXTS)]: strangeValue(random) };
  const name = random.pick(names);
  const { [name]: held, ...others } = fields;
  return random.pick<() => Fields>([
    () => others,
    () => ({ ...others, [`${name}${random.pick(['', ' ', '\u200b', 'X'])}`]: held }),
    () => ({ ...fields, [random.pick(TEXTS)]: held }),
    () => ({ ...fields, [name]: mutateJson(held, random) }),
    () => ({ ...fields, [name]: mutateJson(held, random) }),
    () => ({ ...fields, [name]: mutateJson(held, random) }),
  ])();
}

/** Inserts something into a text, cuts something out, or repeats it many times. */
export function mutateText(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1);
  return random.pick([
    () => text.slice(0, at) + random.pick(TEXTS) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + random.below(8)),
    () => text.repeat(random.below(50)),
    () => random.pick(TEXTS),
  ])();
}

/** Changes one to four bytes, cuts the rest off, or doubles it. */
export function mutateBytes(bytes: Uint8Array, random: SeededRandom): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length === 0) return Buffer.from([random.below(256)]);
  for (let times = 1 + random.below(4); times > 0; times -= 1) changed[random.below(changed.length)] = random.below(256);
  const at = random.below(changed.length);
  return random.pick([
    () => changed,
    () => changed,
    () => changed.subarray(0, at),
    () => Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - 16))]),
  ])();
}
