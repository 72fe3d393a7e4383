/** Matches what no body is allergic to: "I am allergic to meetings" tells a dislike in jest, in the languages that are read. */
export const NO_ALLERGEN = `(?!(?:(?:las?|los|the|all|my|stupid|dumb|long|bad|dumme|lange|alle|blöde)~)*(?:${[
  'boss(?:es)?|effort|(?:hard|manual|real)~work|meetings?|(?:mon|tues|wednes|thurs|fri)days?|work(?:ing)?|homework|housework|bureaucracy|paperwork|bullshit|nonsense|stupidity|stupid|idiots?|drama|people|questions?|small~talk|mornings?|commitment|responsibility|deadlines?|code|bugs?(?=~in~the~code)|java|javascript|php|legacy\\p{L}*|yaml',
  'montage?|arbeit|hausarbeit|bürokratie|papierkram|unsinn|quatsch|dummheit|idioten|fragen|menschen|leute',
  'réunions?|lundis?|travail|bureaucratie|bêtise|gens|questions',
  'reuni(?:ón|ones|oni|one)|lunes|trabajo|burocracia|estupidez|preguntas|gente|riunion[ei]|lunedì|lavoro|burocrazia|stupidità|domande|reuniões|reunião|trabalho|burrice|segundas-feiras',
  'vergaderingen|vergaderen|maandagen|werk|bureaucratie|domheid|möten|måndagar|arbete|byråkrati|dumhet',
].join(
  '|',
)})(?=\\s*(?:[.,;!…]|$)|~(?:and|or|but|since|in|on|at|before|these|por|vor|und|oder|aber|allergisch|am|et|ou|mais|y|o|pero|e|ma|en|maar|och)(?!\\p{L})))`;
