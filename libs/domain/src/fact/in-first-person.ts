/** Words that may stand between a subject and its verb. */
const BETWEEN = String.raw`(?:now|currently|also|still|no\s+longer|usually|always|never|really|recently|just)\s+`;
/** Verbs whose first person is no part of their third. */
const FIRST_PERSON = new Map(Object.entries({ is: 'am', has: 'have', was: 'was', had: 'had', does: 'do', goes: 'go' }));
/** A verb of another subject in the same sentence: "and works at Acme". */
const AND_VERB = /(?<=\sand\s+)\p{Ll}+s(?=\s+(?:at|in|for|as|on|with)\s)/gu;
const OWNED = /(?<!\p{L})(?:his|her|their)(?!\p{L})/giu;

/**
 * Returns a sentence about "the user", or about somebody by name, as that person would say it: "The user lives in Bergen."
 * is "I live in Bergen." Undefined for any other sentence.
 */
export function inFirstPerson(text: string, subject: string): string | undefined {
  const names = ['(?:(?:the|this)\\s+)?user', ...(subject === 'user' ? [] : [subject.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')])].join('|');
  const owned = new RegExp(`^\\s*(?:${names})['’]s\\s+(?=\\p{L})`, 'iu').exec(text);
  if (owned) return `My ${text.slice(owned[0].length)}`;
  const acts = new RegExp(`^\\s*(?:${names})\\s+(?<between>(?:${BETWEEN})*)(?<verb>\\p{Ll}+?)(?<denied>n['’]t)?(?![\\p{L}'’])`, 'iu').exec(
    text,
  );
  const verb = acts?.groups?.['verb'] ?? '';
  const first = firstPersonOf(verb.toLowerCase());
  if (acts === null || first === undefined) return undefined;
  const denied = acts.groups!['denied'] === undefined ? '' : first === 'am' ? ' not' : "n't";
  const rest = text
    .slice(acts[0].length)
    .replace(AND_VERB, (other) => firstPersonOf(other) ?? other)
    .replace(OWNED, 'my');
  return `I ${acts.groups!['between']}${first}${denied}${rest}`;
}

function firstPersonOf(verb: string): string | undefined {
  const known = FIRST_PERSON.get(verb);
  if (known !== undefined) return known;
  if (verb.endsWith('ies') && verb.length > 4) return verb.replace(/ies$/u, 'y');
  if (/(?:ss|sh|ch|x|zz)es$/u.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : undefined;
}
