import { BARE_PROGRAM } from './known-programs.ts';
import { SPEAKER } from './prose-segments.ts';

/** A short label that opens a sentence: "Dana on Slack: ...", "PR description: ...". It begins with no mark, so marks are read once. */
const LABELLED = /^[\s*_#•-]*(?<label>[^\s:,;.!?*_#•-](?:[^:,;.!?]|\.(?=\S)){0,47}?)[\s*_]*:\s/u;
/** Words of the speaker's own, and verbs: a clause in front of a colon says why or how, and who says it is no label. */
const CLAUSE = new RegExp(
  `(?<!\\p{L})(?:${SPEAKER}|me|my|us|our|mein\\p{L}*|unser\\p{L}*|mon|ma|mes|notre|nos|mis?|nuestr\\p{L}+|mi[oa]|nostr[oa]|meu|minha|noss[oa]|mijn|onze?|min|vår|is|are|was|were|ist|sind|war|est|sont|es|son|è|é|är)(?!\\p{L})`,
  'iu',
);
/** Labels that announce what is so of the work, or name the part of it that is meant. */
const OF_WORK = new RegExp(
  `^(?:(?:\\p{L}+\\s+)?(?:${[
    '(?:to )?clarify|clarifications?|caveats?|new|also|final(?:ly)?|(?:zur )?klarstellung|précision|aclaración|chiarimento|decisions?|decided|changes?|changed|news|updates?|notes?|corrections?|reminders?|announcement|agreed|agreement|outcome|results?|conclusion|resolved|done|fixed|remember|important|attention|warning|heads[ -]up|true|right',
    'entscheidung|beschluss|änderung|ergebnis|wichtig|achtung|neu|gesagt|décision|changement|rappel|dit|decisión|cambio|importante|recordatorio|dicho|decisione|cambiamento|detto|decisão|mudança|lembrete|besluit|wijziging|belangrijk|beslut|ändring|viktigt',
  ].join(
    '|',
  )})(?:\\s+(?:of|for|from|von|für|de|per|van|från)\\s.*)?|team|staging|production|prod|dev|ci|qa|local(?:ly)?|backend|frontend|api|infra\\p{L}*|servers?|databases?|db|stack|set-?up|config\\p{L}*|deployment|ops|environment|env|umgebung|python|node(?:\\.js)?|azure|rails|${BARE_PROGRAM}\\S+(?:\\s(?:compose|actions|config\\p{L}*|settings?|set-?up))?)$`,
  'iu',
);
/** Readers: a group, or a program that is addressed by its name. */
const READERS =
  '(?:everyone|everybody|all|team|folks|guys|people|channel|here|claude|chatgpt|gpt|gemini|copilot|codex|assistant|agent|bot|ai|alle|leute|zusammen|tous|équipe|todos|equipo|tutti|iedereen|alla)';
/** Labels that say to whom, as of when or in which place of a list something is said, and so nothing of who says it. */
const OF_SAYING = new RegExp(
  `^(?:${[
    `(?:hi|hey|hello|dear|hallo|liebe[rs]?|bonjour|salut|hola|ciao|olá|hej)(?:\\s[\\p{L}'’-]+){1,2}|@${READERS}|everyone|everybody|all|folks|guys|leute|tous|todos|tutti|iedereen`,
    'p\\.?\\s?p?\\.?\\s?s\\.?|n\\.?b\\.?',
    '(?:effective|starting|beginning)\\s(?:immediately|today|now|tomorrow|(?:from|as\\sof|on)\\s.+|(?:next\\s)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month))|as\\sof\\s(?:now|today|tomorrow|this\\s\\p{L}+|\\p{N}.*)|from\\snow\\son|today|now|ab\\s(?:sofort|heute|jetzt|morgen)|heute|jetzt|dès\\s(?:maintenant|aujourd.hui)|à\\spartir\\s.+|a\\spartir\\sde\\s.+|da\\soggi|vanaf\\s(?:nu|vandaag)|från\\soch\\smed\\s.+',
    '(?:step|point|item|schritt|punkt|étape|paso|passo|punto|stap|steg)\\s\\d{1,3}|\\d{1,3}(?:st|nd|rd|th)?|first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|next|erstens|zweitens|drittens|zuerst|premièrement|deuxièmement|primero|segundo|tercero|primo|secondo|terzo|primeiro|eerst|först',
  ].join('|')})$`,
  'iu',
);

/**
 * Returns the label that opens a sentence and may be the name of a person who said the rest, or of a text that has it:
 * who speaks of the work himself needs none but such as announce
 * it, address the reader, or say as of when it holds. Undefined where there is none.
 */
export function foreignLabel(before: string): string | undefined {
  const found = LABELLED.exec(before);
  const label = found?.groups?.['label'];
  return label === undefined || OF_WORK.test(label) || OF_SAYING.test(label) || CLAUSE.test(label) ? undefined : found![0];
}
