/** The text behind a name that is a whole word: that of "Ida's favourite", and not of "Ida's sister", who is another. */
const BEHIND = /^(?:['’]s (?:\p{L}+ )?favou?rites?)?(?![\p{L}\p{N}]|['’]s(?![\p{L}\p{N}]))/iu;
/** Most characters behind a name that are read. */
const MAX_BEHIND = 60;

/** Returns true for a question that has a speaker's name as a whole word, and asks about nobody who is told by him. */
export function namesSpeaker(question: string, speaker: string): boolean {
  const [text, name] = [question.toLowerCase(), speaker.trim().toLowerCase()];
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const behind = text.slice(at + name.length, at + name.length + MAX_BEHIND);
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && BEHIND.test(behind)) return true;
  }
  return false;
}
