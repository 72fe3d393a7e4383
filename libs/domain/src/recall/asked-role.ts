import { atFirstUse } from '../lazy/at-first-use.ts';
import { wholeWords } from '../terms/whole-words.ts';

/**
 * Phrases by which a language says that the user, or the assistant, said or asked something: regular expressions over
 * whole words.
 */
interface RolePhrases {
  readonly user: readonly string[];
  readonly assistant: readonly string[];
  /** True for a language written without spaces between words. */
  readonly isUnspaced?: true;
}

/** Words allowed between the speaker and the verb. */
const SOME = String.raw`(?: [\p{L}\p{N}'’-]+){0,4}? `;
const FEW = String.raw`(?: [\p{L}\p{N}'’-]+){0,2}? `;

const EN_USER =
  'ask|say|tell|request|mention|point|want|complain|suggest|insist|propose|object|remind|demand|instruct|warn|report|write|wish';
const EN_ASSISTANT =
  'say|tell|explain|suggest|propose|recommend|conclude|answer|reply|promise|advise|mention|report|summari[sz]e|describe|think|diagnose|warn|admit|claim';
/** Words with which a noun for something said names another thing: "pull request", "error message". */
const NO_COMPOUND = String.raw`(?<!(?<![\p{L}\p{N}])(?:pull|merge|feature|change|support|access|http|api|web|network|error|commit|log|status|security|exam|interview|survey) )`;
const PAST = '(?:e?d|s)?';

const ROLE_PHRASES: Readonly<Record<string, RolePhrases>> = {
  en: {
    user: [
      `(?:did|had|have) (?:i|the user)${FEW}(?:${EN_USER})${PAST}`,
      `(?:i|the user) (?:just |also |first |last |already )?(?:asked|said|told|requested|mentioned|pointed out|wanted|complained|suggested|insisted|proposed|objected|reminded|demanded|warned|reported|wrote)`,
      `(?:my|the user['’]s)(?: [\\p{L}-]+){0,2} ${NO_COMPOUND}(?:request|question|message|instruction|complaint|suggestion|remark|wish|reply|feedback|words)s?`,
    ],
    assistant: [
      `(?:did|had|have) (?:you|the (?:assistant|agent|model))${FEW}(?:${EN_ASSISTANT})${PAST}`,
      `(?:you|the (?:assistant|agent|model)) (?:just |also |first |last |already )?(?:said|told|explained|suggested|proposed|recommended|concluded|answered|replied|promised|advised|mentioned|reported|described)`,
      `(?:your|the (?:assistant|agent|model)['’]s)(?: [\\p{L}-]+){0,2} (?:explanation|answer|reply|suggestion|summary|conclusion|proposal|advice|recommendation|diagnosis|message|words)s?`,
    ],
  },
  de: {
    user: [
      `ich${SOME}(?:gesagt|gefragt|gebeten|erwähnt|verlangt|gewünscht|vorgeschlagen|erzählt|geschrieben|gemeldet|bemängelt)`,
      `ich${FEW}(?:sagte|fragte|bat|verlangte|schrieb)`,
      `(?:sagte|fragte|bat|wollte|verlangte|schrieb) (?:ich|der (?:nutzer|benutzer|anwender))`,
      `meine[rnms]? (?:[\\p{L}-]+ )?(?:frage|bitte|anfrage|nachricht|anweisung|beschwerde|vorschlag)`,
    ],
    assistant: [
      `(?:du|sie|der assistent)${SOME}(?:gesagt|erklärt|vorgeschlagen|empfohlen|geantwortet|geraten|versprochen|erwähnt)`,
      `(?:deine?|ihre?)[rnms]? (?:[\\p{L}-]+ )?(?:erklärung|antwort|vorschlag|empfehlung|zusammenfassung)`,
    ],
  },
  fr: {
    user: [
      `(?:ai-je|avais-je|j['’]ai|j['’]avais|je (?:(?:te|vous) )?(?:[lt]['’]|les |vous )(?:ai|avais))(?: [\\p{L}-]+){0,2} (?:(?:demandé|mentionné|signalé|proposé|exigé)e?s?|(?:dit|écrit)e?s?|voulue?s?)`,
      `(?:ma|mes|mon) (?:[\\p{L}-]+ )?(?:demande|question|message|remarque|consigne)s?`,
    ],
    assistant: [
      `(?:as-tu|avez-vous|(?:tu|vous) (?:m['’]|nous |me l['’]|l['’])?(?:as|avez)|t['’]as)(?: [\\p{L}-]+){0,2} (?:dite?s?|(?:expliqué|proposé|conseillé|recommandé)e?s?|répondue?s?|conclue?s?)`,
      `(?:ta|ton|tes|votre|vos) (?:[\\p{L}-]+ )?(?:explication|réponse|proposition|conseil|résumé)s?`,
    ],
  },
  es: {
    user: [
      `(?:he|había) (?:pedido|dicho|mencionado|preguntado|propuesto|escrito)`,
      `(?:pedí|dije|pregunté|mencioné|propuse|exigí|escribí|solicité)`,
      `mis? (?:[\\p{L}-]+ )?(?:petición|pregunta|mensaje|queja|solicitud)(?:es|s)?`,
    ],
    assistant: [
      `(?:has|habías) (?:dicho|explicado|propuesto|recomendado|respondido)`,
      `(?:dijiste|explicaste|propusiste|recomendaste|respondiste|sugeriste)`,
      `tus? (?:[\\p{L}-]+ )?(?:explicación|respuesta|propuesta|consejo|resumen)`,
    ],
  },
  it: {
    user: [
      `(?:ho|avevo)(?: [\\p{L}-]+)? (?:chiest|dett|menzionat|propost|segnalat|scritt|domandat|richiest)[oaie]`,
      `(?:mia|mie|mio) (?:[\\p{L}-]+ )?(?:richiesta|domanda|messaggio)`,
    ],
    assistant: [
      `(?:hai|avevi|ha)(?: [\\p{L}-]+)? (?:dett|spiegat|propost|consigliat|rispost|suggerit)[oaie]`,
      `(?:tua|tue|tuo) (?:[\\p{L}-]+ )?(?:spiegazione|risposta|proposta|consiglio)`,
    ],
  },
  pt: {
    user: [
      `(?:eu )?(?:pedi|perguntei|mencionei|propus|exigi|escrevi|solicitei)`,
      `eu(?: [\\p{L}-]+)? disse`,
      `(?:minhas?|meus?) (?:[\\p{L}-]+ )?(?:pedido|pergunta|mensagem|queixa)s?`,
    ],
    assistant: [
      `você(?: (?:me|nos))? (?:disse|explicou|propôs|recomendou|respondeu|sugeriu)`,
      `(?:sua|tua|seu|teu) (?:[\\p{L}-]+ )?(?:explicação|resposta|proposta|conselho)`,
    ],
  },
  nl: {
    user: [
      `(?:heb ik|ik)${SOME}(?:gezegd|gevraagd|genoemd|voorgesteld|geschreven|gemeld)`,
      `ik${FEW}(?:zei|vroeg|schreef)`,
      `(?:zei|vroeg|wilde|schreef) ik`,
      `mijn (?:[\\p{L}-]+ )?(?:vraag|verzoek|bericht|opmerking)`,
    ],
    assistant: [
      `(?:heb je|je|jij)${SOME}(?:gezegd|uitgelegd|voorgesteld|aanbevolen|geantwoord)`,
      `(?:jouw|je|uw) (?:uitleg|antwoord|voorstel|advies)`,
    ],
  },
  sv: {
    user: [
      `(?:sa|frågade|bad|ville|skrev|nämnde) jag`,
      `(?:har|hade) jag${FEW}(?:sagt|frågat|bett|skrivit|nämnt)`,
      `min (?:[\\p{L}-]+ )?(?:fråga|begäran)`,
      `mitt (?:[\\p{L}-]+ )?(?:meddelande|önskemål)`,
    ],
    assistant: [
      `(?:sa|förklarade|föreslog|svarade|rekommenderade) du`,
      `(?:har|hade) du${FEW}(?:sagt|förklarat|föreslagit|svarat|rekommenderat)`,
      `(?:din|ditt) (?:[\\p{L}-]+ )?(?:förklaring|svar|förslag)`,
    ],
  },
  ru: {
    user: [`я${SOME}(?:сказал|просил|попросил|спросил|упомянул|предложил|написал)а?`],
    assistant: [`(?:ты|вы)(?: [\\p{L}-]+){0,3} (?:сказал|объяснил|предложил|ответил|посоветовал)[аи]?`],
  },
  ja: {
    isUnspaced: true,
    user: ['(?:私|僕|俺)[はが].{0,24}(?:言|頼|聞|尋|要求|指示)'],
    assistant: ['(?:あなた|君)[はが].{0,24}(?:言|説明|提案|答)'],
  },
  zh: {
    isUnspaced: true,
    user: ['我.{0,12}(?:说|說|问|問|要求|提到|让你|讓你|请你|請你)'],
    assistant: ['你.{0,12}(?:说|說|解释|解釋|建议|建議|回答)'],
  },
};

function anyOf(role: 'user' | 'assistant'): RegExp {
  const forms = Object.values(ROLE_PHRASES).map(({ isUnspaced, [role]: own }) =>
    isUnspaced ? `(?:${own.join('|')})` : wholeWords(own.join('|')),
  );
  return new RegExp(forms.join('|'), 'iu');
}

const byUser = atFirstUse(() => anyOf('user'));
const byAssistant = atFirstUse(() => anyOf('assistant'));
/** Number of characters of a query that are read. */
const MAX_CHARS = 1_000;

/**
 * Recognises from a query's form whose messages it asks for: "what did I ask", "your explanation". The first mention
 * counts: "what did I ask you to explain" is about the user's words. Undefined where it mentions neither.
 */
export function askedRole(query: string): AskedKind | undefined {
  return findRole(query)?.kind;
}

/**
 * Returns the query without the words that say who spoke: "request" of "what did I request" is no topic. What else stands
 * between the first and the last of them may be one, and stays. In scripts without spaces words are not told apart: a
 * query stays as it is, unless it is nothing but such words.
 */
export function withoutRoleWords(query: string): string {
  const found = findRole(query);
  if (found === undefined) return query;
  if (UNSPACED.test(found.phrase)) return /[\p{L}\p{N}]/u.test(query.replace(UNSPACED_SPEAKING, '')) ? query : '';
  const between = found.phrase.replace(/^\S+|\S+$/g, ' ').replace(SPEAKERS, ' ');
  return query.slice(0, found.index) + between + query.slice(found.index + found.phrase.length);
}

type AskedKind = 'user_message' | 'agent_message';

/** Words for a speaker, and the rest of a verb. */
const SPEAKERS = /(?<![\p{L}\p{N}])(?:user|assistant|agent|model|nutzer|benutzer|anwender|assistent|pointed)(?![\p{L}\p{N}])/giu;
/** Words of a question for what was said, in Japanese and Chinese. */
const UNSPACED_SPEAKING =
  /私|僕|俺|あなた|君|何|言い|言っ|頼み|頼ん|聞き|聞い|尋ね|要求|指示|説明|提案|答え|まし|[はがをにでとのたてしかいね]|我|你|说|說|问|問|提到|让|讓|请|請|解释|解釋|建议|建議|回答|什么|什麼|甚么|哪些|哪|做|[在于於了过過的吗嗎呢]/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function findRole(query: string): { readonly kind: AskedKind; readonly index: number; readonly phrase: string } | undefined {
  const text = query.slice(0, MAX_CHARS);
  const [user, assistant] = [byUser().exec(text), byAssistant().exec(text)];
  const [first, second] = [user?.index ?? Infinity, assistant?.index ?? Infinity];
  if (first === second) return undefined;
  const match = first < second ? user! : assistant!;
  return { kind: first < second ? 'user_message' : 'agent_message', index: match.index, phrase: match[0] };
}
