/** Words before a request in its sentence. */
const OPENER =
  '(?:(?:hi|hello|hey|thanks?|thank you|great|ok(?:ay)?|cool|now|also|so|and|then|next|first|just|hallo|danke|und|jetzt|nun|bonjour|salut|merci|et|hola|gracias|y|ahora)(?:[ \\t]*[,.!:–-][ \\t]*|[ \\t]+)){0,3}';
const BEGIN = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const POLITE = `${BEGIN}(?:please|pls|plz|bitte|s['’]il (?:te|vous) pla[iî]t|stp|svp|por favor|per favore|per cortesia|alsjeblieft|alstublieft|snälla)${END}`;
/** Asks the reader, in words that end in no question mark where a colon stands behind them. */
const ASKED = `(?:can|could|would|will)[ \\t]+you|(?:kannst|könntest|würdest|magst)[ \\t]+du|(?:können|könnten|würden)[ \\t]+sie|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|tu[ \\t]+peux|puedes|podrías|puede|podría|puoi|potresti|può|potrebbe|pode|podes|poderia|kun[ \\t]+je|kunt[ \\t]+u|wil[ \\t]+je|kan[ \\t]+du`;

/** Words that stand before what a verb is done to: articles and pronouns. A preposition stands behind nouns as well: "Changes to the setup". */
const OBJECT =
  '(?:this|that|these|those|the|my|our|your|an?|it|me|us|das|die|der|den|dem|diese[nrms]?|mein\\p{L}*|unser\\p{L}*|eine?[nrms]?|folgende\\p{L}*|mir|uns|ce|cet|cette|ces|le|la|les|mon|ma|mes|notre|nos|un|une|moi|est[aeo]s?|es[aeo]s?|el|los|las|mi|mis|una|quest[aeoi]|il|gli|lo|mio|isto|isso|deze|dit|dat|het|de|een|mijn|onze|det|den|detta|denna|min|mitt|ett)';
/** Words that are no verb before one of those: what opens a clause, says where or when, stands for a thing, or is past. */
const NO_VERB =
  "(?:i|we|you|he|she|it|they|this|that|these|those|there|here|who|what|which|when|where|while|why|how|if|as|all|both|most|half|some|one|about|regarding|concerning|re|for|from|with|within|without|in|on|onto|at|by|to|of|into|off|over|under|since|until|till|after|before|during|per|via|like|unlike|except|besides|despite|beyond|behind|up|down|out|plus|minus|not|no|nope|yes|yeah|but|or|because|though|although|only|once|again|still|maybe|today|yesterday|tomorrow|lately|recently|currently|is|are|am|was|were|be|been|has|have|had|does|do|did|got|sent|took|made|found|left|went|built|ran|bought|sold|lost|won|gave|came|began|told|wrote|chose|\\p{L}+ed|\\p{L}+ing|ich|wir|du|ihr|er|sie|es|man|wer|was|wie|wo|wann|wenn|weil|dass|ob|über|zu|zur|zum|für|mit|von|vom|aus|bei|beim|auf|an|am|im|ins?|nach|vor|seit|bis|ohne|um|durch|gegen|hier|dort|da|ist|sind|war|waren|hat|haben|nicht|nur|auch|aber|oder|je|j['’]\\p{L}+|nous|on|tu|vous|il|elle|ils|elles|qui|que|quoi|où|quand|comment|si|de|du|des|d['’]\\p{L}+|à|au|aux|pour|avec|sans|sur|sous|dans|en|chez|par|vers|voici|voilà|est|sont|était|yo|nosotros|él|ella|ellos|ellas|usted|quien|cuando|donde|cómo|como|por|para|con|sin|sobre|desde|hasta|hacia|entre|según|es|son|era|aquí|no|ya|a|del|io|noi|che|chi|dove|di|da|su|per|tra|fra|ecco|è|sono|eu|nós|quem|onde|com|sem|em|até|é|são|aqui|ik|wij|jij|zij|wie|wat|waar|van|voor|met|zonder|op|om|bij|naar|uit|over|jag|vi|vad|var|när|om|av|med|utan|för|från|på|till)";
/** Verbs that take what they are done to behind a preposition. */
const WITH_PREPOSITION =
  '(?:(?:reply|respond|react|listen|look)[ \\t]+(?:to|at)|(?:turn|put|translate|convert|write)[ \\t]+(?:into|in|to)|(?:antworte|reagiere|erwidere|gehe?)[ \\t]+auf|(?:übersetze|schreibe?)[ \\t]+(?:in|ins)|(?:réponds|répondez|réagis|réagissez)[ \\t]+(?:à|au|aux)|(?:responde|responda|contesta|conteste)[ \\t]+(?:a|al|à|ao)|(?:rispondi|risponda)[ \\t]+(?:a|al|alla)|(?:antwoord|reageer)[ \\t]+op|svara[ \\t]+på)';
/** Plurals: a noun, and no order. */
const PLURAL = `\\p{L}+[^siudtn]s${END}`;
/** An order in whatever words: a verb with nobody before it who does it. */
const ORDER = `(?:(?!${NO_VERB}${END}|${PLURAL})[\\p{L}-]{2,24}[ \\t]+(?:(?:up|out|down)[ \\t]+)?${OBJECT}|${WITH_PREPOSITION})${END}`;

/** Names of texts, and of what is wrong with one. */
const TEXT_NAMES = [
  'e-?mail|mail|message|letter|text|paragraph|sentence|passage|excerpt|transcript|interview|conversation|dialog(?:ue)?|chat|log|ticket|review|comment|post|tweet|reply|answer|bio|blurb|cv|r[ée]sum[ée]|summary|intro|introduction|abstract|essay|article|story|novel|chapter|poem|song|lyrics|speech|script|scene|(?:character )?sheet|draft|note|memo|report|readme|changelog|announcement|newsletter|press release|application|statement|testimonial|quote|caption|wording|phrasing|grammar|spelling|typo|punctuation|tone|translation',
  'mail|e-?mail|nachricht|brief|anschreiben|lebenslauf|satz|sätze|absatz|abschnitt|zeilen|geschichte|gedicht|entwurf|aufsatz|beitrag|artikel|rede|anzeige|bewerbung|grammatik|rechtschreibung|tippfehler|formulierung|\\p{L}*text\\p{L}*|\\p{L}*bericht|\\p{L}*schreiben',
  'courriel|lettre|texte|phrase|paragraphe|histoire|nouvelle|poème|brouillon|article|discours|orthographe|grammaire|correo|mensaje|carta|texto|frase|párrafo|historia|cuento|poema|borrador|artículo|discurso|ortografía|gramática|messaggio|lettera|testo|racconto|bozza|mensagem|parágrafo|rascunho|bericht|brief|tekst|zin|verhaal|meddelande|brev|mening|berättelse',
].join('|');
const TEXT = `${BEGIN}(?:${TEXT_NAMES})(?:s|es|en|n|e)?${END}`;
/** Things of the work and of the day, to which "this" points where no text is handed over. */
const OTHER_THINGS =
  '(?:code|bug|issue|error|problem|fix|feature|function|class|method|module|file|folder|repo|repository|branch|test|project|setup|stack|app|api|server|service|build|pipeline|database|query|table|page|button|design|approach|idea|plan|trip|move|job|role|situation|case|way|time|week|weekend|month|year|morning|evening|afternoon|night|spring|summer|autumn|fall|winter|fehler|problem|projekt|woche|monat|jahr|wochenende|semaine|mois|année|semana|mes|año)s?';
const BARE = `(?:this|these|those|dies(?:e[nrs]?|es)?|das(?![ \\t]+(?-i:\\p{Lu}))|folgende[nrs]?|ceci|ça|cela|esto|eso|questo|ciò|isto|isso|dit|dat|det[ \\t]+här|detta)`;
/** "It" in the place of what is worked on. */
const IT = `it(?=[ \\t]*[?.:!]|[ \\t]+(?:(?:a bit|a little|more|less|into|sound|read|in|as|up|for|better|\\p{L}+er)${END}))`;
/** A demonstrative that points to what stands below, but for one of another thing. */
const DEMONSTRATIVE = `${BEGIN}(?:${BARE}${END}(?![ \\t]+(?:[\\p{L}-]+[ \\t]+)?${OTHER_THINGS}${END})|the[ \\t]+following${END})`;
/** Verbs that are done to nothing but a text. */
const ON_TEXT = `${BEGIN}(?:reply|respond|answer|proofread|rephrase|paraphrase|summari[sz]e|tl;?dr|antworten|erwidern|répondre|responder|contestar|rispondere|antwoorden|svara)${END}`;
/** Names of faults and parts of a text: nobody names it but beside a text. */
const OF_TEXT = `${BEGIN}(?:grammar|spelling|typos?|punctuation|wording|phrasing|sentiments?|entit(?:y|ies)|key[ -]?words?|gist|grammatik|rechtschreibung|tippfehler|formulierung|orthographe|grammaire|ortografía|gramática)${END}`;
/** Verbs that orders have for a text, alone or with what language it is in. */
const ORDER_ON_TEXT = `${BEGIN}(?:rewrite|reword|shorten|condense|polish|classify)${END}|${BEGIN}(?:correct|improve|edit|check|feedback)(?:[ \\t]+(?:please|pls|plz))?[ \\t]*$|${BEGIN}my[ \\t]+(?:english|german|french|spanish|italian|portuguese|dutch|swedish)${END}`;
/** Words of an order that point to a text: a demonstrative, the name of a text, or what is done to one. */
const POINTS = new RegExp(`${TEXT}|${DEMONSTRATIVE}|${BEGIN}${IT}|${ON_TEXT}|${OF_TEXT}|${ORDER_ON_TEXT}`, 'iu');
/** Asks for another tone of what "it" stands for, or to rewrite a text by its name: both are of a text that stands below. */
const ASKED_TO_REWRITE = `${BEGIN}it[ \\t]+(?:(?:a[ \\t]+bit|a[ \\t]+little|much|more|less|sound|read)[ \\t]+)*(?:friendl\\p{L}+|polite\\p{L}*|formal|casual|concise|shorter|professional)${END}|${BEGIN}(?:rewrite|reword|shorten|condense|polish|improve|correct)[ \\t].*${TEXT}`;
/**
 * The same in a question, which asks of a text elsewhere as well: "Where is the log?" It names one as its own, and does not
 * ask where it is or who has read it.
 */
const ASKS_OF = new RegExp(
  `${DEMONSTRATIVE}|${ON_TEXT}|${OF_TEXT}|${ASKED_TO_REWRITE}|^(?!${OPENER}(?:did|have|has|had|where|when|who|why|hast|habt|haben|wo|wann|wer|warum|wieso|as-tu|avez-vous|où|quand|qui|pourquoi|dónde|cuándo|quién|dove|quando|chi|onde|quem|waar|wanneer|wie|heb|var|när|vem|har)${END}).*${BEGIN}(?:this|these|my|our|following|diese[nrms]?|mein\\p{L}*|unser\\p{L}*|folgende\\p{L}*|ce|cet|cette|ces|mon|ma|mes|notre|nos|est[aeo]s?|mis?|nuestr[oa]s?|quest[aeoi]|mi[oae]|minha|meu|deze|dit|mijn|onze|denna|detta|min|mitt)[ \\t]+(?!(?:last|latest|previous|earlier|first|old|letzte\\p{L}*|vorige\\p{L}*|derni\\p{L}+|últim\\p{L}+|ultim\\p{L}+)${END})(?:[\\p{L}-]+[ \\t]+){0,2}?${TEXT}`,
  'iu',
);
/** Texts that tell of the one who has them written. None is a story, which is made up, or an answer or a summary, which is of another text. */
const MADE_NAMES =
  '(?:e-?mail|mail|message|letter|bio|blurb|cv|r[ée]sum[ée]|intro|introduction|abstract|article|speech|post|tweet|memo|report|readme|changelog|announcement|newsletter|press[ \\t]release|application|statement|nachricht|brief|\\p{L}*anschreiben|\\p{L}*schreiben|lebenslauf|beitrag|artikel|rede|anzeige|bewerbung|bericht|courriel|lettre|candidature|discours|correo|mensaje|carta|artículo|discurso|currículum|messaggio|lettera|mensagem|currículo|tekst|meddelande|brev|ansökan)s?';
const MADE = `(?:(?:me|us|mir|uns|moi|nous|mij)[ \\t]+)?(?:an?|another|my|our|eine?[nrms]?|mein\\p{L}*|unser\\p{L}*|une?|mon|ma|notre|una?|mis?|uno|il[ \\t]+mio|uma?|minha|meu|een|mijn|ett?|en|min|mitt)[ \\t]+(?:[\\p{L}-]+[ \\t]+){0,3}?${BEGIN}${MADE_NAMES}${END}`;
/** Whom a made text is for, what it is about and in what language it is written. */
const MADE_FOR =
  '(?:[ \\t]+(?:(?:to|about|für|an|über|pour|para|per|voor|aan|till|för|sobre|a|à|al|de)|for(?![ \\t]+(?:my|his|her|their)[ \\t])|(?:in|auf|en)(?=[ \\t]+[\\p{L}]+[ \\t]*[?？.!:]?$))(?:[ \\t]+[\\p{L}\\p{N}\x27’-]+){1,8}?)?';
/** Asks for a text that does not exist yet: nothing is handed over, and what stands below says what goes into it. */
const MAKES = new RegExp(
  `^${OPENER}(?:${POLITE}[ \\t,]*)?(?:(?:${ASKED})[ \\t]+)?(?:${POLITE}[ \\t,]*)?(?:(?:help|hilf|aide-moi|ayúdame|aiutami)(?:[ \\t]+(?:me|us|mir|uns|à|a))?[ \\t]+(?:to[ \\t]+)?)?(?:(?:me|us|mir|m['’])[ \\t]*)?(?:(?:write|draft|compose|create|prepare|make(?=[ \\t]+(?:me|us)[ \\t]+an?[ \\t])|schreibe?|verfasse|entwirf|erstelle?|écri[st]|écrivez|écrire|rédige[rz]?|escribe|escribir|escríbeme|redacta|redactar|scrivi|scrivimi|scrivere|scrivermi|escreve|escreva|escrever|schrijf|schrijven|skriva?)[ \\t]+${MADE}${MADE_FOR}|${MADE}${MADE_FOR}[ \\t]+(?:schreiben|verfassen|entwerfen|erstellen|schrijven))(?:[ \\t]*,?[ \\t]*${POLITE})?[ \\t]*[?？.!:]*$`,
  'iu',
);
const POINTS_BELOW = new RegExp(`${DEMONSTRATIVE}|${BEGIN}(?:below|unten|folgend\\p{L}*)${END}`, 'iu');
/** A speaker who asks for help with his own affairs: "Can you help me with this?" */
const HELP = new RegExp(
  `${BEGIN}(?:(?:help|advise)[ \\t]+(?:me|us)|hilf[ \\t]+mir|helfen|m['’]aider|aide-moi|ayudarme|ayúdame|aiutarmi|aiutami)${END}(?!.*${TEXT})`,
  'iu',
);
const WHAT_FOLLOWS = '(?:this|that|it|these|those|(?:the|these)[ \\t]+(?:following|facts?|points?))';
/** Asks to keep what stands below: the notes are the reader's own, and no text that is handed over. */
const KEPT_IN_NOTES = `${BEGIN}(?:(?:keep|add|save|store|log|write|put|record|copy)[ \\t]+${WHAT_FOLLOWS}[ \\t]+(?:down[ \\t]+)?(?:to|in|into)[ \\t]+(?:(?:your|my|our|the)[ \\t]+)?(?:notes?|memos?|memory|records?|log|profile)|(?:update|extend)[ \\t]+(?:your|my|our|the)[ \\t]+(?:notes?|memos?)(?=[ \\t]*$|[ \\t,]+(?:please|pls|accordingly)|[ \\t]+with[ \\t]+${WHAT_FOLLOWS}[ \\t]*$)|(?:write|note|jot)[ \\t]+(?:${WHAT_FOLLOWS}[ \\t]+)?down|log[ \\t]+${WHAT_FOLLOWS}(?=[ \\t]*$)|schreibe?[ \\t]+(?:dir[ \\t]+)?(?:das|dies|folgendes)[ \\t]+auf)${END}`;
/** Orders for all time to come: the head is a rule itself, or one stands below. */
const STANDING = `^${OPENER}(?:${POLITE}[ \\t,]*)?(?:always|never|immer|niemals|nie|toujours|jamais|siempre|nunca|sempre|altijd|nooit|alltid|aldrig)${END}|${BEGIN}(?:from[ \\t]+now[ \\t]+on|(?:stick|adhere|keep)[ \\t]+to[ \\t]+(?:this|these|the[ \\t]+following)(?=[ \\t]*$)|do(?:ing)?[ \\t]+(?:this|these|the[ \\t]+following)(?=[ \\t]*$)|ab[ \\t]+(?:jetzt|sofort)|von[ \\t]+nun[ \\t]+an|künftig|désormais|dorénavant|a[ \\t]+partir[ \\t]+de[ \\t]+ahora|d['’]ora[ \\t]+in[ \\t]+(?:poi|avanti)|a[ \\t]+partir[ \\t]+de[ \\t]+agora|vanaf[ \\t]+nu|voortaan|från[ \\t]+och[ \\t]+med[ \\t]+nu|hädanefter)${END}`;
/** Heads under which the speaker tells of himself, or what is to be kept in mind. */
const OF_SPEAKER = new RegExp(
  `${KEPT_IN_NOTES}|${STANDING}|${BEGIN}(?:about[ \\t]+(?:me|us|myself)|(?:introduce|describe)[ \\t]+(?:me|us|myself)|remember|memori[sz]e|in[ \\t]+mind|note(?=[ \\t]*$|[ \\t]+(?:that|the[ \\t]+following|this[ \\t]*$))|into[ \\t]+account|let[ \\t]+(?:me|us)|merke?|souviens-toi|retiens|retenez|recuerda|ricorda(?:ti)?|lembra-te|lembre-se|onthoud)${END}`,
  'iu',
);
/** Words for what is so and how to work, unless they speak of a text: "Follow these rules:", but "Extract the facts of this mail:". */
const TO_BE_KEPT = new RegExp(
  `^${OPENER}(?:${POLITE}[ \\t,]*)?(?:note|keep|save|store|record|know|consider|update|follow|obey|observe|respect|stick|adhere|apply|use|notier|speicher|beacht|nutz|verwend|halt|note|respecte|utilise|anota|guarda|usa)\\p{L}{0,2}${END}|${BEGIN}(?:rules?|guidelines?|conventions?|constraints?|requirements?|preferences?|instructions?|facts?|context|background|profile|memory|situation|regeln?|fakten|règles?|contexte|reglas?|contexto|regole|contesto|regras?|regels?)${END}`,
  'iu',
);
const NAMES_TEXT = new RegExp(TEXT, 'iu');
const IS_REQUEST = new RegExp(`^${OPENER}(?:${ORDER}|${ASKED}${END})|${POLITE}`, 'iu');
const IS_ORDER = new RegExp(`^${OPENER}(?:${POLITE}[ \\t,]*)?(?:${ORDER}|(?!${NO_VERB}${END})[\\p{L}-]{2,24}[ \\t]+${TEXT})`, 'iu');
/** Says that what follows is a text: "Here's the log:", "Here is my cover letter." */
const SHOWN = new RegExp(
  `^${OPENER}(?:here(?:['’]s|[ \\t]+is|[ \\t]+are|[ \\t]+comes)|below[ \\t]+(?:is|are)|this[ \\t]+is|hier[ \\t]+(?:ist|sind|kommt)|voici|aquí[ \\t]+(?:está|tienes)|ecco|aqui[ \\t]+está|hier[ \\t]+is|här[ \\t]+är)[ \\t]+(?:[\\p{L}'’-]+[ \\t]+){1,4}?${TEXT}[ \\t]*(?:[:.]|$)|^it[ \\t]+(?:starts|begins|goes|reads|says)[ \\t]*:`,
  'iu',
);

const MOST_HEAD_CHARS = 200;
/** A line of its own that ends in a colon, or the first paragraph where that is one line, behind a greeting. */
const COLON_LINE = new RegExp(`^[ \\t]*(\\S[^\\n]{1,${MOST_HEAD_CHARS}}?)[ \\t]?[:：][ \\t\\r]{0,8}\\n(?=\\s*[^\\s\\uFFFC])`, 'gmu');
const FIRST_LINE = new RegExp(
  `^\\s*(?:(?:hi|hello|hey|hallo|moin|bonjour|salut|hola|ciao)(?:[ \\t]+\\p{L}+)?[ \\t]*[,!.]?[ \\t\\r]*\\n\\s*)?(\\S[^\\n]{1,${MOST_HEAD_CHARS}})\\n[ \\t\\r]*\\n(?=\\s*[^\\s\\uFFFC])`,
  'iu',
);
const LIST = /^\s*(?:[-*•]|\d{1,2}[.)])[ \t]/u;
const SENTENCE_BEFORE = /^.*[.!?][ \t]+(?=\S)/u;

/**
 * Returns where a text begins that is handed over to be edited, answered or summarised, which is no statement of the one
 * who hands it over: below a line that asks for it, or shows it; to the end, as nothing says where it ends. Undefined
 * where none does. What is to be done with it is said in too many words to list, so a request is known by its form.
 */
export function handedOverFrom(text: string): number | undefined {
  if (!text.includes('\n')) return undefined;
  for (const { index, 0: whole, 1: line } of text.matchAll(COLON_LINE)) {
    const at = index + whole.length;
    if (asksBeforeColon(lastSentence(line!), text.slice(at, at + MOST_HEAD_CHARS))) return at;
  }
  const first = FIRST_LINE.exec(text);
  return first !== null && asksInFull(lastSentence(first[1]!)) ? first[0].length : undefined;
}

/** The last of several sentences introduces what follows. */
function lastSentence(line: string): string {
  return line.replace(SENTENCE_BEFORE, '').trim();
}

/** The same holds before a colon, which orders for work have too: "Deploy the service:"; below those a list says what to do. */
function asksBeforeColon(head: string, behind: string): boolean {
  if (isKept(head)) return false;
  return SHOWN.test(`${head}:`) || (IS_REQUEST.test(head) && POINTS.test(head) && (!LIST.test(behind) || NAMES_TEXT.test(head)));
}

function asksInFull(head: string): boolean {
  // Behind a colon within it stands the text itself.
  if (/[:：](?:\s|$)/u.test(head) || isKept(head) || HELP.test(head)) return false;
  if (MAKES.test(head) && !POINTS_BELOW.test(head)) return false;
  if (/[?？]\s*$/u.test(head)) return ASKS_OF.test(head);
  return SHOWN.test(head) || (IS_ORDER.test(head) && POINTS.test(head));
}

function isKept(head: string): boolean {
  return OF_SPEAKER.test(head) || (TO_BE_KEPT.test(head) && !NAMES_TEXT.test(head));
}
