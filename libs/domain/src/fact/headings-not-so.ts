/** Words of headings under which nothing is so, or not any more: proposals, questions, errors, what was before. */
export const HEADINGS_NOT_SO = [
  'hypothetical(?:ly)?|scenario|assumptions?|rumou?rs?|proposals?|ideas?|suggestions?|plan(?=\\s+(?:#?\\d+|\\p{L})[\\s*_]*[:–—])|options?|variants?|alternatives?|(?:worst|best|test) case|goals?|wish(?:list)?|(?:exam )?questions?|q|homework|(?:math )?problem|puzzle|riddle|quiz|joke|story|lyrics|quote|draft|old|before|previously|was|formerly|errors?|warning|traceback|exception|todos?|defaults?|(?:for )?examples?|for instance',
  'wrong|false|untrue|not (?:true|so|correct)|incorrect|(?:common )?(?:myths?|misconceptions?)|fake(?: news)?|fiction|hoax|role[ -]?play(?:ing)?|rp|in[ -]character',
  "falsch|unwahr|nicht wahr|stimmt nicht|mythos|gerücht|falschmeldung|rollenspiel|faux|(?:ce n['’]est )?pas vrai|mythe|rumeur|jeu de rôle|falso|no es (?:cierto|verdad)|mito|rumor|bulo|juego de rol|non è vero|bufala|gioco di ruolo|não é verdade|boato|fout|onjuist|niet waar|nepnieuws|rollenspel|fel|falskt|inte sant|myt|rollspel",
  'annahme|vorschlag|idee|(?:zum )?beispiel|vorher|alt|fehler|hypothèse|proposition|idée|(?:par )?exemple|avant|erreur|hipótesis|propuesta|(?:por )?ejemplo|antes|ipotesi|proposta|(?:per )?esempio|prima|hipótese|(?:por )?exemplo|voorstel|(?:bij)?voorbeeld|eerst|förslag|(?:till )?exempel|förut',
].join('|');
