/** Reference of all costs: plain words in lines. */
export const WORDS = 'the boat went out before the rain came in, and the nets were dry\n';

/** One character of each class that the code treats in a way of its own. */
const CLASSES: readonly string[] = ['a', 'г', '中', '7', ' ', '\n', '<', '＜', '[', '"', '\\', '\u200b'];

/** Units that alternate two classes, and those of one class alone. */
export const COSTLY_UNITS: readonly string[] = CLASSES.flatMap((first, at) => [
  first,
  ...CLASSES.slice(at + 1).map((second) => first + second),
]);

/** Repeats a unit to a text of so many characters. */
export function textOf(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
}
