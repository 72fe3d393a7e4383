import { SPEAKER } from './prose-segments.ts';

/** A short label that opens a sentence: "Dana on Slack: ...", "PR description: ...". */
const LABELLED = /^[\s*_#•-]*(?<label>[^\s:,;.!?](?:[^:,;.!?]|\.(?=\S)){0,47}?)[\s*_]*:\s/u;
/** Words of the speaker's own, and verbs: a clause in front of a colon says why or how, and who says it is no label. */
const CLAUSE = new RegExp(
  `(?<!\\p{L})(?:${SPEAKER}|me|my|us|our|mein\\p{L}*|unser\\p{L}*|mon|ma|mes|notre|nos|mis?|nuestr\\p{L}+|mi[oa]|nostr[oa]|meu|minha|noss[oa]|mijn|onze?|min|vår|is|are|was|were|ist|sind|war|est|sont|es|son|è|é|är)(?!\\p{L})`,
  'iu',
);
/** Labels that announce what is so of the work, or name the part of it that is meant. */
const OF_WORK = new RegExp(
  `^(?:(?:\\p{L}+\\s+)?(?:${[
    'decisions?|decided|changes?|changed|news|updates?|notes?|corrections?|reminders?|announcement|agreed|agreement|outcome|results?|conclusion|resolved|done|fixed|remember|important|attention|warning|heads[ -]up|true|right',
    'entscheidung|beschluss|änderung|ergebnis|wichtig|achtung|neu|gesagt|décision|changement|rappel|dit|decisión|cambio|importante|recordatorio|dicho|decisione|cambiamento|detto|decisão|mudança|lembrete|besluit|wijziging|belangrijk|beslut|ändring|viktigt',
  ].join(
    '|',
  )})(?:\\s+(?:of|for|from|von|für|de|per|van|från)\\s.*)?|team|staging|production|prod|dev|ci|qa|local(?:ly)?|backend|frontend|api|infra\\p{L}*|servers?|databases?|db|stack|set-?up|config\\p{L}*|deployment|ops)$`,
  'iu',
);

/**
 * Returns the label that opens a sentence and may be the name of a person who said the rest, or of a text that has it:
 * who speaks of the work himself needs none but such as announce it. Undefined where there is none.
 */
export function foreignLabel(before: string): string | undefined {
  const found = LABELLED.exec(before);
  const label = found?.groups?.['label'];
  return label === undefined || OF_WORK.test(label) || CLAUSE.test(label) ? undefined : found![0];
}
