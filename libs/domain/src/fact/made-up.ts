const APOSTROPHE = '[’\x27]';
/** Begins a sentence: nothing, or the end of another one. */
const OPENS = '(?<=^|[.!?\\n]\\s*)';
const I_WE_YOU = `(?:\\s+that)?\\s+(?:I|we|you)(?![\\p{L}])`;

/** Words by which somebody proposes to play parts. */
const PLAY = [
  `let${APOSTROPHE}s\\s+(?:do\\s+|try\\s+|start\\s+)?(?:a\\s+|some\\s+)?role-?\\s?play(?:ing)?(?!\\p{L})`,
  `I(?:${APOSTROPHE}ll|\\s+will)\\s+(?:be|play)\\s+the\\s+\\p{L}+(?:,|\\s+and|\\s+while)\\s+you(?:${APOSTROPHE}ll)?\\s+(?:be\\s+|play\\s+|are\\s+)?(?:the|my|an?)(?!\\p{L})`,
  `(?:lass(?:t)?\\s+uns|machen\\s+wir|spielen\\s+wir)\\s+(?:ein\\s+)?rollenspiel(?!\\p{L})`,
  `(?:faisons|jouons)\\s+(?:à\\s+)?un\\s+jeu\\s+de\\s+rôles?(?!\\p{L})`,
  `hagamos\\s+un\\s+juego\\s+de\\s+rol(?:es)?(?!\\p{L})`,
  `facciamo\\s+un\\s+gioco\\s+di\\s+ruolo(?!\\p{L})`,
  `vamos\\s+fazer\\s+um\\s+jogo\\s+de\\s+(?:papéis|interpretação)(?!\\p{L})`,
  '(?<=^|\\n)[\\s*_]*(?:role-?\\s?play(?:ing)?|rollenspiel|jeu\\s+de\\s+rôles?|juego\\s+de\\s+rol|gioco\\s+di\\s+ruolo|rollenspel|rollspel)[\\s*_]*:',
  `laten\\s+we\\s+een\\s+rollenspel(?!\\p{L})`,
];

/** Words that begin a case that is made up. */
const CASE = [
  `let${APOSTROPHE}s\\s+(?:pretend|imagine|suppose|assume|say)${I_WE_YOU}`,
  `${OPENS}(?:now\\s+|so\\s+|ok(?:ay)?,?\\s+)?(?:pretend|imagine|suppose|assume)${I_WE_YOU}`,
  `${OPENS}(?:in|for)\\s+this\\s+(?:story|scenario|scene|exercise|role-?\\s?play|thought\\s+experiment)(?!\\p{L})`,
  `${OPENS}(?:stell(?:t)?\\s+(?:dir|euch)\\s+vor|stellen\\s+sie\\s+sich\\s+vor|nehmen\\s+wir\\s+an|angenommen,)`,
  `${OPENS}(?:imaginons|supposons|faisons\\s+comme\\s+si)(?!\\p{L})`,
  `${OPENS}(?:supongamos|imaginemos|imagina(?:te)?\\s+que)(?!\\p{L})`,
  `${OPENS}(?:immaginiamo|supponiamo|facciamo\\s+finta)(?!\\p{L})`,
  `${OPENS}(?:suponhamos|imaginemos|faz\\s+de\\s+conta)(?!\\p{L})`,
  `${OPENS}(?:stel\\s+(?:je\\s+voor|dat)|tänk\\s+dig)(?!\\p{L})`,
];

/**
 * Matches what is said in a play, to the end, and in a case that is made up, to the end of its paragraph: nothing of it has to
 * be so. Who is told what to be ("you are a travel agent") may be told the truth.
 */
export const MADE_UP: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})(?:${PLAY.join('|')})[\\s\\S]*`, 'giu'),
  new RegExp(`(?<!\\p{L})(?:${CASE.join('|')})[^\\n]*(?:\\n(?![ \\t\\r]*\\n)[^\\n]*)*`, 'giu'),
];
