/** Words that join a statement to the talk before it and say nothing of it, in the languages that are read. */
const WORDS = [
  'by\\s+the\\s+way(?=\\s*(?:[,.!;–—-]|$)|\\s+(?:it|i|we|my|our|is|are|now|at|in|on|the\\s+\\p{L}+\\s+(?:is|are)|(?-i:\\p{Lu})|\\d))|btw|incidentally',
  'übrigens|nebenbei\\s+(?:bemerkt|gesagt)',
  "d['’]ailleurs|au\\s+fait(?!\\s+(?:de|des|du|que)(?!\\p{L}))|soit\\s+dit\\s+en\\s+passant",
  'por\\s+cierto|a\\s+prop[óo]sito(?!\\s+(?:d[eio]|del|dell\\p{L}*|da|dos?|das?)(?!\\p{L}))|dicho\\s+sea\\s+de\\s+paso|diga-se\\s+de\\s+passagem|por\\s+sinal',
  'trouwens|overigens|förresten|för\\s+övrigt',
  // A courtesy, which is no condition: "the port is 3000 if you need it".
  "(?:if|in\\s+case)\\s+(?:(?:that|it|this)\\s+(?:helps|matters)|(?:that|it)[’']?s\\s+(?:any\\s+help|relevant|useful|of\\s+use)|you\\s+(?:need|want|wonder(?:ed)?|ask|care|(?:were|are)\\s+wondering)(?:\\s+(?:it|that|to\\s+know))?)(?=\\s*(?:[,.!;)]|$))",
  'falls\\s+(?:(?:das|es|dir\\s+das)\\s+(?:hilft|wichtig\\s+ist)|du\\s+(?:es|das|sie|ihn)\\s+brauchst)(?=\\s*(?:[,.!;)]|$))',
].join('|');
const BY_THE_WAY = new RegExp(`(^\\s*|,\\s*|(?<=\\s))(?<![\\p{L}\\p{N}'’-])(?:${WORDS})(?![\\p{L}\\p{N}'’-])(\\s*,)?`, 'giu');

/**
 * Writes spaces over such words, and over the commas around them: "our port, by the way, is 8080". A comma before them
 * alone stays where another clause follows.
 */
export function withoutByTheWay(sentence: string): string {
  return sentence.replace(BY_THE_WAY, (whole: string, before: string, behind: string | undefined, at: number) => {
    const ends = /^[\s.!…)]*$/u.test(sentence.slice(at + whole.length));
    const isApart = before.startsWith(',') && behind === undefined && !ends;
    return isApart ? `,${' '.repeat(whole.length - 1)}` : ' '.repeat(whole.length);
  });
}
