/**
 * Words by which a message takes up what was said before: thanks, agreement and refusal, interjections, connectives, and
 * words that point back. By language.
 */
const TAKES_UP: Readonly<Record<string, string>> = {
  en:
    'thanks thank cheers great good perfect excellent awesome amazing wonderful fantastic nice cool lovely sounds looks seems ok okay alright right ' +
    'sure yes yeah yep yup no nope nah absolutely definitely exactly indeed agreed true correct got gotcha understood hmm hm mm ah aha oh wow ooh uh ' +
    'um well so and but or also then now anyway that this it these those they he she there sorry makes interesting',
  de: 'danke vielen super toll gut perfekt prima klasse schön klingt okay ok klar ja nein nee doch genau richtig stimmt verstanden hm hmm ah aha oh ach also und aber oder auch dann nun das dies dieser diese es die der sie er da entschuldigung interessant',
  fr: "merci super parfait génial bien bon excellent ok okay d'accord d’accord entendu oui non si exactement tout hmm ah oh alors et mais ou aussi donc puis ça cela c'est c’est ce cette ces il elle ils elles là désolé désolée intéressant",
  es: 'gracias genial perfecto bien bueno excelente suena ok vale claro sí no exacto exactamente entendido hmm ah oh pues y pero o también entonces luego eso esto ese esta esa él ella ellos ahí perdón interesante',
  it: 'grazie ottimo perfetto bene bello fantastico ok va sì no certo esatto esattamente capito hmm ah oh allora e ma o anche quindi poi questo quello questa quella è lui lei lì scusa interessante',
  pt: 'obrigado obrigada ótimo perfeito bem bom excelente ok está certo sim não claro exato exatamente entendi hmm ah oh então e mas ou também depois isso isto esse essa ele ela aí desculpa interessante',
  nl: 'bedankt dank super top goed prima perfect mooi leuk klinkt oké ok ja nee klopt precies juist begrepen hm hmm ah oh dus en maar of ook dan nou dat dit deze die het zij hij daar sorry interessant',
  sv: 'tack toppen bra perfekt fint jättebra låter okej ok ja nej precis exakt just förstår hm hmm ah åh oj så och men eller också sen nu det den detta denna de han hon där förlåt intressant',
  ru: 'спасибо отлично хорошо прекрасно супер здорово ладно ок окей да нет точно верно именно понятно понял поняла хм а ах ой о ну и но или также тогда это эта этот эти то он она они там извини интересно',
};

const WORDS: ReadonlySet<string> = new Set(Object.values(TAKES_UP).flatMap((words) => words.split(' ')));
/** The same in scripts without blanks between words. */
const UNSPACED =
  /^(?:ありがとう|はい|いいえ|うん|なるほど|いいね|そう|それ|これ|じゃあ|でも|谢谢|謝謝|好的|好|是的|对|對|不|嗯|那|这|這|但|所以)/u;

const FIRST_WORD = /^[^\p{L}\p{N}]*([\p{L}\p{N}]+(?:['’][\p{L}]+)?)/u;

/** Returns true when a message begins by taking up the one before, rather than with a matter of its own. */
export function takesUp(text: string): boolean {
  const first = FIRST_WORD.exec(text)?.[1]?.toLowerCase();
  if (first === undefined) return true;
  return WORDS.has(first) || WORDS.has(first.split(/['’]/u)[0]!) || UNSPACED.test(first);
}
