/** Words by which an agent states a choice of its own or of its team, in the languages that the service analyses. */
export const CHOICE_WORDS: readonly string[] = [
  "(?:i|we|i['’]ve|we['’]ve|(?:(?:i|we|(?:the |our )?team) (?:have|has))|it (?:was|is|has been)|(?:the |our )?team|^)(?: (?:also|just|now|then|finally|already|therefore|both|jointly))? decided (?:to|on|against|that|not)",
  "(?:i|we)(?:['’]ve| have)?(?: (?:also|just|now|then|finally|therefore))? (?:chosen|chose|settled on|opted for)|^(?:chose|settled on|opted for)",
  "(?:i|we)(?:['’]ll| will) (?:go with|use)(?<!(?<!\\p{L})i(?:['’]ll| will) use)|(?:(?:i['’]m|i am|we['’]re|we are) |^)going with",
  '(?:ich habe|habe ich|wir haben|haben wir|es wurde|wurde|^habe)(?: mich| uns)?(?: (?!(?:nicht|nie|kein\\p{L}*) )[\\p{L}\\p{N}_-]+){0,10}?,? (?:entschieden|beschlossen|gewählt)|(?:entscheide|entschied) (?:ich )?mich|(?:entscheiden|entschieden) wir uns|wir (?:entscheiden|entschieden) uns',
  "j['’]ai (?:décidé|choisi)|(?:nous avons|on a|il a été|a été) (?:donc |finalement )?(?:décidé|choisi)|j['’]opte pour|nous optons pour",
  '(?:he|hemos|se ha) (?:decidido|elegido|optado)|(?<!te |le |lo )(?:decidí|decidimos|elegí|elegimos|opté por|optamos por)|se decidió|me quedo con',
  '(?:ho|abbiamo|si è|è stato) (?:quindi )?(?:deciso|scelto|optato)',
  '(?:eu |nós |^|então |e |, )(?:decidi|decidimos|escolhi|escolhemos|optei por|optamos por)|foi decidido|decidiu-se',
  '(?:ik heb|heb ik|we hebben|wij hebben|hebben we|er is)(?: (?!(?:niet|nooit|geen) )[\\p{L}\\p{N}_-]+){0,10}?,? (?:besloten|gekozen)|(?:ik kies|we kiezen) voor',
  'я (?:решила?|выбрала?)|мы (?:решили|выбрали)|(?:^|[,;] )(?:решили|решено|выбрали|решил|решила)',
  'zdecydowałem|zdecydowałam|zdecydowaliśmy|zdecydowano|wybrałem|wybrałam|wybraliśmy|postanowiłem|postanowiłam|postanowiliśmy|postanowiono',
  '(?:jag|vi)(?: har)? (?:valde|valt|beslutade|beslutat|bestämde|bestämt)|det (?:beslutades|bestämdes)|(?:^|[,;] )beslutade',
  'قررت|قررنا|اخترت|اخترنا|تقرر',
];

/** The same in languages that write no spaces. */
export const CHOICE_SIGNS =
  '(?:^|(?<!你|您)(?:我|我们|咱们|团队|已经?|最终|因此|所以)|[，。、；：,])决定(?!性|因素|权|于|了吗)|(?<!(?:彼|彼女|あなた|君)[はが].{0,40})(?:選びました|決定しました|に決めました|に決定)(?!か)|(?<!(?:그는|그녀는|당신이|당신은).{0,40})결정했(?!다면|나요|습니까)';

/** Headings of a decision, which stand at the start of a sentence or line and are followed by what was decided. */
export const DECISION_HEADS =
  '(?:(?:final|my|our|design|key) )?decision|(?:endgültige |meine |unsere )?entscheidung|beschluss|décision(?: finale)?|decisión(?: final)?|decisione(?: finale)?|decisão(?: final)?|beslissing|besluit|решение|decyzja|beslut|قرار|القرار|决定|決定|결정';

/** Words in front of a choice that deny it, or ask for it. */
export const NOT_CHOSEN =
  "(?<![\\p{L}\\p{N}])(?:not|never|n['’]t|would|could|should|might|may|nicht|nie|würde|könnte|ne|no|non|não|niet|nooit|zou|не|бы|nie|inte|skulle|لم)(?: \\p{L}+){0,2} ?$";
