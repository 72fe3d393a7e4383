import { wholeWords } from '../../terms/whole-words.ts';
import { QUESTION_END } from '../statements/stating-sentences.ts';

/** Words by which a language says what shall hold from now on, and what somebody likes better. */
interface StandingWords {
  /** Begins a sentence that instructs. */
  readonly instructs: string;
  /** Stands anywhere in such a sentence. */
  readonly whenever: string;
  readonly prefers: string;
  readonly isUnspaced?: true;
}

const STANDING: Readonly<Record<string, StandingWords>> = {
  en: {
    instructs: `(?:(?:please|and|but|also|so|oh|just|hey|ok|okay|you (?:should|must|need to)|i(?:['’]d| would)? (?:like|want|need|ask) you to) )*(?:always|never|from now on|going forward|in (?:the )?future|henceforth|remember to|make sure (?:to|you|that you)|be sure to|don['’]t ever|do not ever|don['’]t forget to|whenever|every time|each time|by default)`,
    whenever: `(?:when(?:ever)?|every time|each time|any time|if) (?:i|we) (?:ask|request|want|mention|bring up|need)|from now on|going forward|as a (?:general )?rule|standing (?:instruction|request|rule)`,
    prefers: `(?:i|we)(?: (?:really|generally|usually|always|personally|strongly|still|now|also|much|definitely))* (?:prefer(?:red)?|favou?r(?:ed)?|like|love|enjoy|hate|dislike|avoid|chose|choose|picked|opted|decided|settled|went (?:with|for)|go (?:with|for)|can['’]t stand|don['’]t (?:like|want|eat|drink|use))|(?:i|we)(?:['’]d| would| had) (?:rather|prefer|sooner)|(?:i|we)(?:['’]ve| have) (?:chosen|decided|picked|opted|settled)|my (?:\\p{L}+ )?(?:preference|favou?rite|choice)`,
  },
  de: {
    instructs: `(?:(?:bitte|und|aber|also|du sollst|ich möchte,? dass du) )*(?:immer|niemals|nie|ab jetzt|von nun an|künftig|in zukunft|denk daran|achte darauf|jedes mal|standardmäßig)`,
    whenever: `(?:wenn|immer wenn|sobald|jedes mal,? wenn) ich .{0,40}(?:frage|bitte|brauche|möchte)|ab jetzt|von nun an|grundsätzlich`,
    prefers: `ich (?:bevorzuge|mag|liebe|hasse|vermeide|wählte|nehme|nahm)|ich (?:würde|hätte|möchte|esse|trinke|nutze)(?: \\p{L}+)? lieber|mir (?:ist|sind|wäre) .{0,40}lieber|ich habe mich .{0,40}entschieden|mein(?:e|en)? (?:liebst\\p{L}+|lieblings\\p{L}+)`,
  },
  fr: {
    instructs: `(?:(?:s['’]il te plaît|s['’]il vous plaît|et|mais) ?,? )*(?:toujours|jamais|désormais|dorénavant|à l['’]avenir|à partir de maintenant|n['’]oublie(?:z)? pas|pense(?:z)? à|assure-toi|veille(?:z)? à|chaque fois|ne \\p{L}+ jamais)`,
    whenever: `(?:quand|lorsque|chaque fois que|si) je .{0,30}(?:demande|veux|cherche)|désormais|dorénavant|à partir de maintenant`,
    prefers: `je (?:préfère|préférais|choisis|déteste|évite|préférerais)|j['’](?:aime|adore|évite|ai (?:choisi|décidé|opté|préféré))|mon (?:choix|\\p{L}+ préféré)|ma \\p{L}+ préférée|(?:je|on) n['’]aime pas`,
  },
  es: {
    instructs: `(?:(?:por favor|y|pero) ?,? )*(?:siempre|nunca|jamás|de ahora en adelante|a partir de ahora|en el futuro|recuerda|asegúrate|no olvides|cada vez)`,
    whenever: `(?:cuando|cada vez que|si) (?:te |yo )?(?:pida|pregunte|pido|pregunto|quiera)|de ahora en adelante|a partir de ahora`,
    prefers: `(?:yo )?(?:prefiero|preferí|preferiría|elegí|escogí|decidí|opté|odio|evito)|me (?:gusta|gustan|encanta|encantan|decidí|quedo)|no me gustan?|mi (?:\\p{L}+ )?(?:preferencia|favorit[oa])|he (?:elegido|decidido|optado)`,
  },
  it: {
    instructs: `(?:(?:per favore|e|ma) ?,? )*(?:sempre|mai|non \\p{L}+ mai|d['’]ora in poi|in futuro|ricorda|assicurati|non dimenticare|ogni volta)`,
    whenever: `(?:quando|ogni volta che|se) (?:ti )?(?:chiedo|domando|voglio)|d['’]ora in poi`,
    prefers: `(?:io )?(?:preferisco|preferirei|preferivo|scelgo|odio|evito)|mi (?:piace|piacciono)|non mi piac\\p{L}+|ho (?:scelto|deciso|optato|preferito)|(?:il mio|la mia) (?:\\p{L}+ )?(?:preferenza|preferit[oa])`,
  },
  pt: {
    instructs: `(?:(?:por favor|e|mas) ?,? )*(?:sempre|nunca|jamais|de agora em diante|a partir de agora|no futuro|lembra-te|lembre-se|certifica-te|certifique-se|não te esqueças|cada vez)`,
    whenever: `(?:quando|sempre que|cada vez que|se) (?:eu )?(?:te |lhe )?(?:pedir|perguntar|peço|pergunto|quiser)|de agora em diante|a partir de agora`,
    prefers: `(?:eu )?(?:prefiro|preferi|preferia|escolhi|decidi|optei|odeio|evito|adoro)|(?:eu )?(?:não )?gosto|(?:a )?minha (?:\\p{L}+ )?(?:preferência|favorita)|(?:o )?meu (?:\\p{L}+ )?favorito`,
  },
  nl: {
    instructs: `(?:(?:alsjeblieft|graag|en|maar) ?,? )*(?:altijd|nooit|vanaf nu|voortaan|in het vervolg|denk eraan|zorg ervoor|vergeet niet|elke keer|standaard)`,
    whenever: `(?:als|wanneer|telkens als|elke keer als) ik .{0,40}vraag|vanaf nu|voortaan`,
    prefers: `ik (?:heb .{0,30}liever|hou van|haat|vermijd|koos|kies|wil liever|eet liever|gebruik liever|heb .{0,40}gekozen|heb .{0,40}besloten)|mijn (?:voorkeur|favoriete|lievelings\\p{L}*)|ik vind .{0,30}(?:leuker|fijner|lekkerder)`,
  },
  sv: {
    instructs: `(?:(?:snälla|och|men) ?,? )*(?:alltid|aldrig|från och med nu|i fortsättningen|framöver|kom ihåg att|se till att|glöm inte|varje gång|som standard)`,
    whenever: `(?:när|varje gång|om) jag .{0,30}(?:frågar|ber|vill)|från och med nu|i fortsättningen`,
    prefers: `jag (?:föredrar|gillar|älskar|hatar|undviker|valde|väljer|bestämde|har valt|har bestämt|vill hellre|tar hellre)|min(?:a)? (?:favorit\\p{L}*|preferens)|mitt favorit\\p{L}*`,
  },
  ru: {
    instructs: `(?:(?:пожалуйста|и|но) ?,? )*(?:всегда|никогда|отныне|впредь|с этого момента|в будущем|не забывай|не забудь|запомни|помни|каждый раз|по умолчанию)`,
    whenever: `(?:когда|каждый раз,? когда|если) я .{0,30}(?:спрашиваю|спрошу|прошу|попрошу)|отныне|впредь|с этого момента`,
    prefers: `(?:я )?(?:предпочитаю|предпочёл|предпочел|предпочла|выбрал|выбрала|решил|решила|люблю|ненавижу|избегаю)|мне (?:больше )?нрав\\p{L}+|мо[йяеё] любим\\p{L}+`,
  },
  ja: {
    isUnspaced: true,
    instructs: '(?:いつも|必ず|常に|今後は?|これからは|決して|絶対に)',
    whenever: '(?:聞いた|尋ねた|頼んだ)(?:とき|時|ら)|今後は|これからは',
    prefers: '(?:の)?ほうが(?:好き|いい)|好きです|好みです|苦手|に決めた|に決めました|を選んだ|を選びました',
  },
  zh: {
    isUnspaced: true,
    instructs:
      '(?:请|請)?(?:总是|總是|永远|永遠|始终|始終|以后|以後|从现在起|從現在起|今后|今後|记得|記得|记住|記住|务必|務必|千万不要|千萬不要)',
    whenever: '(?:当|當|每当|每當|每次|如果)我(?:问|問|要求|需要)|从现在起|從現在起|以后都|以後都',
    prefers: '我(?:更|比较|比較)?(?:喜欢|喜歡|偏好|倾向|傾向|讨厌|討厭|宁愿|寧願|选择了|選擇了|选了|選了|决定|決定)',
  },
};

type Form = Exclude<keyof StandingWords, 'isUnspaced'>;

function formOf(form: Form, atStart: boolean): RegExp {
  const formsOf = (isUnspaced: boolean): string =>
    Object.values(STANDING)
      .filter((words) => (words.isUnspaced ?? false) === isUnspaced)
      .map((words) => words[form])
      .join('|');
  const anywhere = `${wholeWords(formsOf(false))}|${formsOf(true)}`;
  return new RegExp(atStart ? `^[^\\p{L}\\p{N}]*(?:${anywhere})` : anywhere, 'iu');
}

const INSTRUCTS = formOf('instructs', true);
const WHENEVER = formOf('whenever', false);
const PREFERS = formOf('prefers', false);

/** Kind of a statement that holds beyond its moment: how its speaker wants things done, or what he likes better. */
export type Standing = 'instruction' | 'preference';

const SENTENCE_END = /(?<=[.!?؟])\s+|(?<=[。！？])|\n+/u;
/** Part of a question that states: "I prefer trains, can you find one?" */
const BEFORE_REQUEST =
  /^(.{12,}?)[,;:—–-]+\s*(?:and |so |but )?(?:what|which|how|when|where|who|why|can|could|would|will|should|do|does|did|is|are|any)\b/iu;
/** Sentences of a message that are read, and characters of each. */
const MAX_SENTENCES = 64;
const MAX_CHARS = 400;

/** Finds what a message says beyond its moment; an instruction counts before a preference. */
export function standingOf(text: string): Standing | undefined {
  let found: Standing | undefined;
  for (const sentence of text.split(SENTENCE_END).slice(0, MAX_SENTENCES)) {
    const said = stated(sentence.slice(0, MAX_CHARS));
    if (said === undefined) continue;
    if (INSTRUCTS.test(said) || WHENEVER.test(said)) return 'instruction';
    if (PREFERS.test(said)) found = 'preference';
  }
  return found;
}

/** Returns what a sentence states: all of it, or of a question the part before it asks. */
function stated(sentence: string): string | undefined {
  return QUESTION_END.test(sentence) ? BEFORE_REQUEST.exec(sentence)?.[1] : sentence;
}

/** Words that such messages hold, to find them by. */
export const STANDING_CUES: readonly string[] = (
  'always never default remember future forward henceforth whenever rule prefer prefers preferred preference favorite favourite chose chosen decided rather opted ' +
  'immer niemals künftig standardmäßig lieber bevorzuge entschieden lieblings toujours jamais désormais préfère préféré choisi décidé siempre nunca prefiero ' +
  'preferiría elegí decidí sempre mai preferisco scelto deciso prefiro escolhi decidi altijd nooit voortaan liever voorkeur alltid aldrig föredrar ' +
  'hellre valde всегда никогда впредь предпочитаю выбрал решил'
).split(' ');
