/**
 * Words that turn what stands behind them in their clause into its opposite. A word too many here makes a quote begin
 * earlier, or not be made where it does not fit.
 */
const BEFORE = new Set(
  (
    'not cannot never no none nothing nobody neither nor without against except avoid stop refuse forbid prohibit decline ban ' +
    'dont doesnt didnt cant wont shouldnt mustnt couldnt wouldnt isnt arent wasnt havent hasnt ' +
    'ohne gegen statt anstatt anstelle vermeide vermeiden weder ' +
    'ne ni sans contre sauf évite évitez éviter ' +
    'no nunca jamás ningún ninguna sin contra salvo tampoco evita evite evitar ' +
    'non mai né nessun nessuno nessuna senza contro tranne invece evitare ' +
    'não nem nenhum nenhuma sem ' +
    'zonder tegen behalve vermijd ' +
    'utan mot undvik undgå uden uten ' +
    'не ни нет нельзя никогда без против кроме вместо nie nigdy bez przeciw zamiast ne nikdy nem soha nélkül nu niciodată fără ' +
    'değil asla hiç olmadan μη μην δεν όχι χωρίς ποτέ ' +
    'لا لن لم ليس بدون دون ضد ممنوع मत नहीं बिना jangan tidak tanpa không đừng'
  ).split(' '),
);

/** Words that may stand before or behind what they turn into its opposite. */
const AROUND = new Set(
  (
    'rejected rejecting reject refused forbidden prohibited abandoned discarded dismissed declined disallowed banned vetoed ' +
    'nicht nie niemals kein keine keinen keinem keiner keinesfalls keineswegs abgelehnt verworfen verboten untersagt ' +
    'pas jamais rien aucun aucune rejeté rejetée refusé refusée interdit interdite ' +
    'rechazado rechazada descartado descartada prohibido prohibida rifiutato rifiutata scartato vietato vietata ' +
    'rejeitado rejeitada proibido proibida ' +
    'niet nooit geen afgewezen verboden inte ej aldrig ingen inga inget förbjudet förbjuden avvisat ikke aldri ' +
    'запрещено запрещён отклонено отклонили'
  ).split(' '),
);

const PAIRS = new Set([
  'instead of',
  'rather than',
  'ruled out',
  'au lieu',
  'en lugar',
  'en vez',
  'em vez',
  'al posto',
  'in plaats',
  'i stället',
  'auf keinen',
]);
const PAIR_STARTS = new Set(Array.from(PAIRS, (pair) => pair.split(' ')[0]!));
/** Letters that contractions and signs have: the straight apostrophe is written as a curly one here. */
const BEYOND_ASCII = /\P{ASCII}/u;
/** Contractions: `don’t`, `n’utilise`. */
const CONTRACTED = /n[’‘´]t$|^n[’‘´]\p{L}/u;
/** Signs in words of scripts that have no spaces, or few. */
const SIGN_BEFORE = /不|没|沒|别|別|勿|未|无|無|拒绝|拒絕|^(?:안|못)$|อย่า|ไม่|ห้าม/u;
const SIGN_BEHIND = /ない|なかっ|なく|ません|ずに|禁止|않|(?:^|지)(?:마|말)(?:$|세요|십시오|라|아|고)|없|금지|아니/gu;

/** Words behind which a clause says something else. */
const ENDS = new Set(
  'but however because since aber sondern jedoch weil mais parce pero sino porque però perché mas porém maar omdat men eftersom но а потому ale'.split(
    ' ',
  ),
);
const AUXILIARY = new Set('is are was were be will would shall should must may might can could has have had'.split(' '));
const NEGATED_AUXILIARY = /^(?:is|are|was|were|wo|would|sha|should|must|ca|could|has|have|had)n[’‘´]t$/;

/** Negations of a clause, by the index of its words. */
export interface Negations {
  /** Returns true for a word that may not be trimmed from the start of a part of the clause. */
  opens(at: number): boolean;
  /** Returns true for one that may not be trimmed from the end. */
  closes(at: number): boolean;
  /** Returns true for a part that leaves out a word that negates it: alone it would say the opposite. `to` is exclusive. */
  cutsOff(from: number, to: number): boolean;
}

const NONE: Negations = { opens: () => false, closes: () => false, cutsOff: () => false };

/** Finds the words that negate others in a clause, in many languages. */
export function readNegations(clause: readonly string[]): Negations {
  const words = clause.map((word) => word.toLowerCase());
  // Most clauses negate nothing.
  if (!words.some((word, at) => BEFORE.has(word) || AROUND.has(word) || BEYOND_ASCII.test(word) || isPair(words, at))) return NONE;
  const opens = words.map((_, at) => isBefore(words, at));
  const closes = words.map((word, at) => isBehind(word) || isNegatedAuxiliary(words, at));
  if (!opens.includes(true) && !closes.includes(true)) return NONE;
  const isEnd = words.map((word, at) => ENDS.has(word) || (word === 'instead' && words[at + 1] !== 'of'));
  const cutBefore: boolean[] = [];
  for (let at = 0, isOpen = false; at <= words.length; at++) {
    cutBefore.push(isOpen && isEnd[at] !== true);
    isOpen = (isOpen && isEnd[at] !== true) || opens[at] === true;
  }
  const cutBehind: boolean[] = words.map(() => false);
  for (let at = words.length - 1, isOpen = false; at >= 0; at--) {
    isOpen = (isOpen && isEnd[at] !== true) || isBehind(words[at]!);
    cutBehind[at] = isOpen || startsNegatedAuxiliary(words, at);
  }
  return {
    opens: (at) => opens[at] === true,
    closes: (at) => closes[at] === true,
    cutsOff: (from, to) => cutBefore[from] === true || cutBehind[to] === true,
  };
}

function isBefore(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word === 'not' && leavesOpen(words, at)) return false;
  return BEFORE.has(word) || AROUND.has(word) || CONTRACTED.test(word) || SIGN_BEFORE.test(word) || isPair(words, at);
}

/** Returns true for a word that may stand behind what it negates. */
function isBehind(word: string): boolean {
  return AROUND.has(word) || word.search(SIGN_BEHIND) >= 0;
}

function isPair(words: readonly string[], at: number): boolean {
  return PAIR_STARTS.has(words[at]!) && PAIRS.has(`${words[at]} ${words[at + 1] ?? ''}`);
}

/** `whether or not`, `may or may not`: nothing is negated. */
function leavesOpen(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'or' || (words[at - 2] === 'or' && words[at - 1] === words[at - 3]);
}

/** `is not`: what stands directly before it is negated. */
function isNegatedAuxiliary(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word === 'cannot' || NEGATED_AUXILIARY.test(word)) return true;
  return (word === 'not' || word === 'never') && AUXILIARY.has(words[at - 1] ?? '') && !leavesOpen(words, at);
}

function startsNegatedAuxiliary(words: readonly string[], at: number): boolean {
  return (AUXILIARY.has(words[at]!) && isNegatedAuxiliary(words, Math.min(at + 1, words.length - 1))) || isNegatedAuxiliary(words, at);
}

/**
 * Returns the start of a run without spaces; where that would cut off a negation at the run's end, as long a part that ends
 * with it.
 */
export function withNegation(run: string, start: string): string {
  if (start.length >= run.length) return start;
  const last = [...run.matchAll(SIGN_BEHIND)].at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  return end <= start.length ? start : Array.from(run.slice(0, end)).slice(-Array.from(start).length).join('');
}
