/**
 * Words around the topic of a question for an order or a summary, by language: what is asked for, of what talk, in how
 * many points. They stand in such questions alone, so elsewhere they keep their meaning.
 */
const FRAME: Readonly<Record<string, string>> = {
  en:
    'please can could would will like want need give gave given provide write make show tell list name mention mentioned mentioning walk describe ' +
    'explain outline summarize summarise summarized summary summaries overview recap synopsis rundown digest order orders ordering sequence ' +
    'succession chronological chronologically timeline first last earliest latest oldest newest right correct comprehensive complete full detailed ' +
    'thorough brief briefly quick quickly short concise bring bringing brought up raise raised raising discuss discussed discussing talk talked ' +
    'talking said say told asked ask covered came come up conversation conversations chat chats discussion discussions session sessions message ' +
    'messages exchange exchanges talks throughout across during over along from through different various several all aspects aspect topics topic ' +
    'things thing items item points point parts part subjects subject matters one two three four five six seven eight nine ten only just exactly ' +
    "including far so i we've i've we i " +
    'time times recent recently main key important major overall',
  de:
    'bitte kannst könntest würdest du eine einen einer gib mir zeig nenne nennen liste auflisten beschreib beschreibe erkläre fasse zusammen zusammenfassen ' +
    'zusammenfassung überblick übersicht reihenfolge abfolge chronologisch chronologischer zeitlicher welcher in der ich wir habe haben ' +
    'angesprochen erwähnt besprochen gesprochen erzählt gesagt gefragt gespräch gespräche gesprächen unterhaltung unterhaltungen chat chats ' +
    'sitzung sitzungen nachrichten verschiedene verschiedenen mehrere alle aspekte themen thema dinge punkte über im lauf laufe während unsere ' +
    'unserer unseren ein zwei drei vier fünf sechs sieben acht neun zehn nur genau bisher kurze ausführliche wichtigsten',
  fr:
    'peux-tu pouvez-vous pourrais-tu donne-moi donner faire un une résumé résume résumer récapitulatif synthèse vue ensemble ordre chronologique ' +
    'dans lequel quel je nous ai avons évoqué mentionné abordé parlé discuté dit conversations conversation discussions échanges messages séances ' +
    'au fil cours pendant tous toutes différents différentes divers aspects sujets thèmes points choses deux trois quatre cinq six sept huit neuf dix ' +
    'seulement exactement complet bref principaux',
  es:
    'puedes podrías dame darme hacer haz hazme un una resumen resume resumir panorama visión general orden cronológico en el que qué cual he hemos ' +
    'mencionado hablado discutido comentado dicho conversaciones conversación charlas sesiones mensajes a lo largo durante nuestras nuestra distintos ' +
    'diferentes varios aspectos temas puntos cosas dos tres cuatro cinco seis siete ocho nueve diez solo exactamente completo breve principales',
  it:
    'puoi potresti dammi fammi fare un una riassunto riassumi riassumere riepilogo panoramica ordine cronologico in cui che ho abbiamo menzionato ' +
    'parlato discusso detto conversazioni conversazione sessioni messaggi nel corso durante nostre diversi diverse vari aspetti temi argomenti punti ' +
    'cose due tre quattro cinque sei sette otto nove dieci solo esattamente completo breve principali',
  pt:
    'podes pode poderia dá-me me dê fazer um uma resumo resuma resumir panorama visão geral ordem cronológica em que eu nós mencionei mencionámos ' +
    'falámos falamos discutimos disse conversas conversa sessões mensagens ao longo durante nossas diferentes vários aspetos aspectos temas assuntos ' +
    'pontos coisas dois três quatro cinco seis sete oito nove dez apenas só exatamente completo breve principais',
  nl:
    'kun kan je kunt geef maak me mij een samenvatting overzicht vat samen samenvatten volgorde chronologische chronologisch waarin welke ik we heb ' +
    'hebben genoemd besproken gesproken gezegd verteld gesprek gesprekken chats sessies berichten tijdens gedurende door onze verschillende meerdere ' +
    'alle aspecten onderwerpen punten dingen twee drie vier vijf zes zeven acht negen tien alleen precies volledige korte belangrijkste',
  sv:
    'kan kunde du ge gör mig en sammanfattning sammanfatta översikt ordning ordningen kronologisk vilken i som jag vi har nämnt tagit upp diskuterat ' +
    'pratat sagt samtal samtalen chattar meddelanden under genom våra olika flera alla aspekter ämnen punkter saker två tre fyra fem sex sju åtta nio ' +
    'tio bara exakt kort fullständig viktigaste',
  ru:
    'можешь дай сделай мне краткое краткий полный резюме обзор сводку сводка итог итоги подведи перечисли назови расскажи опиши в каком порядке ' +
    'порядок порядке хронологическом последовательности я мы упоминал упоминала обсуждали говорили сказал сказала беседах беседе разговорах ' +
    'разговоре чатах сообщениях сессиях на протяжении за время наших разные различные несколько все аспекты темы пункты вещи два три четыре пять ' +
    'шесть семь восемь девять десять только ровно',
};

const LANGUAGES: readonly ReadonlySet<string>[] = Object.values(FRAME).map((words) => new Set(words.split(' ')));

/** Returns the frame words of the language that has most of these words, in lower case, among its own. */
export function frameWordsOf(words: readonly string[]): ReadonlySet<string> {
  const heldBy = (language: ReadonlySet<string>): number => words.filter((word) => language.has(word)).length;
  return LANGUAGES.reduce((best, language) => (heldBy(language) > heldBy(best) ? language : best));
}
