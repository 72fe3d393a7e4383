/** Words of headings under which nothing is so, or not any more: proposals, questions, errors, what was before. */
export const HEADINGS_NOT_SO = [
  'hypothetical(?:ly)?|scenario|assumptions?|rumou?rs?|proposals?|ideas?|suggestions?|plan(?=\\s+(?:#?\\d+|\\p{L})[\\s*_]*[:–—])|options?|variants?|alternatives?|(?:worst|best|test) case|goals?|wish(?:list)?|(?:exam )?questions?|q|homework|(?:math )?problem|puzzle|riddle|quiz|joke|story|lyrics|quote|draft|old|before|previously|was|formerly|errors?|warning|traceback|exception|todos?|defaults?|examples?',
  'annahme|vorschlag|idee|beispiel|vorher|alt|fehler|hypothèse|proposition|idée|exemple|avant|erreur|hipótesis|propuesta|ejemplo|antes|ipotesi|proposta|esempio|prima|hipótese|exemplo|voorstel|voorbeeld|eerst|förslag|exempel|förut',
].join('|');
