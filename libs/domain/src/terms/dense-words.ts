/** A run of a script without spaces between its words stands for several: pairs of its characters count as one word. */
const PAIRED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u;
/** Words of these scripts are longer. */
const SPELT = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const MAY_BE_DENSE = /[\u0e00-\uffff]/;
/** A word of this script may have two characters, as may one of a script of pairs. */
const SYLLABLE = /\p{sc=Hangul}/u;

const shareOf = (char: string): number => (PAIRED.test(char) ? 1 / 2 : SPELT.test(char) ? 1 / 4 : 0);

/** Returns how many words a run without spaces stands for: 1 for a word of a script with spaces. */
export function wordsIn(run: string): number {
  if (!MAY_BE_DENSE.test(run)) return 1;
  let words = 0;
  for (const char of run) words += shareOf(char);
  return Math.max(1, words);
}

/** Returns the start of a run that stands for at most `most` words. */
export function startOfRun(run: string, most: number): string {
  if (!MAY_BE_DENSE.test(run)) return run;
  let words = 0;
  let at = 0;
  for (const char of run) {
    words += shareOf(char);
    if (words > most) return run.slice(0, at);
    at += char.length;
  }
  return run;
}

/** Returns the number of characters below which a word of its script says nothing. */
export function leastChars(word: string): number {
  return MAY_BE_DENSE.test(word) && (SYLLABLE.test(word) || PAIRED.test(word)) ? 2 : 3;
}

/** Scripts whose parts of a run are reported as words; `BETWEEN` parts them. */
const OTHER = 0;
const HAN = 1;
const KATAKANA = 2;
const HANGUL = 3;
const BETWEEN = 4;

/** Particles and pronouns that stand between the words of a Chinese sentence and in few words. */
const PARTICLES = new Set('的了吗呢吧啊们我你您他她它这那是把被请与或及并');
const FEWEST = [4, 2, 2, 2, 0] as const;
const MOST = [24, 12, 12, 12, 0] as const;

/**
 * Reports the words of a run of letters: four to 24 letters of a script with spaces; of Chinese, Japanese and Korean the
 * parts of 2 to 12 characters of one script, without hiragana and the commonest particles. `to` is exclusive.
 */
export function readWords(text: string, from: number, to: number, report: (word: string) => void): void {
  for (let at = from; at < to;) {
    const start = at;
    const script = scriptAt(text, at);
    do at++;
    while (at < to && scriptAt(text, at) === script);
    if (script === BETWEEN) continue;
    for (let part = start; at - part >= FEWEST[script]; part += MOST[script])
      report(text.slice(part, Math.min(at, part + MOST[script])).toLowerCase());
  }
}

function scriptAt(text: string, at: number): typeof OTHER | typeof HAN | typeof KATAKANA | typeof HANGUL | typeof BETWEEN {
  const unit = text.charCodeAt(at);
  if (unit < 0x1100) return OTHER;
  if (unit >= 0xac00 && unit <= 0xd7af) return HANGUL;
  if (unit >= 0x3041 && unit <= 0x309f) return BETWEEN;
  if (unit >= 0x30a0 && unit <= 0x30ff) return KATAKANA;
  const isHan = (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xf900 && unit <= 0xfaff) || unit === 0x3005;
  return !isHan ? OTHER : PARTICLES.has(text[at]!) ? BETWEEN : HAN;
}
