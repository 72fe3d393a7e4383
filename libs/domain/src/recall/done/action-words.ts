/** Words of a question for what was done, in one language: regular expressions over whole words. */
export interface ActionWords {
  readonly files: string;
  readonly commands: string;
  readonly calls: string;
  readonly change: string;
  readonly remove: string;
  /** Verbs of change that need no "files" beside them: "what did you edit?". */
  readonly changeAlone: string;
  readonly read: string;
  readonly run: string;
  readonly fail: string;
  /** Nouns for what failed. By themselves they may be a topic: they need a word that `asks`, or one for the first or last. */
  readonly errors: string;
  readonly asks: string;
  /** Nouns above that name one thing alone. */
  readonly one: string;
  /** Two to ten, as words between blanks. */
  readonly numbers: string;
  /** Words that ask for the list, and verbs that go with an error. */
  readonly frame: string;
  /** Words for where it happened. */
  readonly places: string;
  /** Words that ask for something else: a reason, a number, what was not done, what is to be done, what another did. */
  readonly excluding: string;
}

/** English words that tell of the past beside "did" alone: "edit the file" and "which files do you edit" tell of none. */
const DID = '(?<=(?<![\\p{L}])did .*)';
/** Makes a request of "can": "can you list the files". */
const PLEASE = ' you (?:please )?(?:list|show|give|tell|name)';

export const ACTION_WORDS: readonly ActionWords[] = [
  {
    files: 'files?',
    commands: '(?:shell |bash )?commands?',
    calls: '(?:tool )?calls?|tools?',
    change: `edited|modified|changed|created|wrote|written|touched|updated|added|${DID}(?:edit|modify|change|create|write|touch|update|add)`,
    remove: `deleted|removed|${DID}(?:delete|remove)`,
    changeAlone: `edited|modified|${DID}(?:edit|modify|change)|(?<=(?<![\\p{L}])(?:you|we|i) (?:just |already )?)changed`,
    read: `read|opened|viewed|looked (?:at|into)|${DID}(?:open|view|look (?:at|into))`,
    run: `r[au]n|executed|issued|called|used|invoked|${DID}(?:execute|issue|call|use|invoke)`,
    fail: `failed|failing|errored|went wrong|${DID}fail`,
    errors: 'error(?: message)?s?|failures?|exceptions?',
    asks: 'what|which|show|list|give|tell|name|all|every|each|any|so far|up to now',
    one: 'file|thing|(?:shell |bash )?command|call|tool|error(?: message)?|failure|exception',
    numbers: 'two three four five six seven eight nine ten',
    frame:
      'list|show|give|tell|name|me|all|every|each|complete|full|so far|up to now|together|please|encounter(?:ed)?|hit|saw|see|seen|r[au]n into|c[ao]me up|appeared',
    places: 'session|conversation|chat|project|repo(?:sitory)?|codebase|code|agent|assistant',
    excluding: `why|how|where|who|when|if|not|never|no|\\p{L}+n['’]t|do|does|should|must|shall|may|might|need|going|(?:can|could|will|would)(?!${PLEASE})|(?<!up )to(?! (?:now|date))|^(?:please )?(?:run|read)|s?he|they|before|after|since|until|between|while|during|once|again|more|most|than`,
  },
  {
    files: 'datei(?:en)?',
    commands: 'befehle?n?|kommandos?',
    calls: '(?:werkzeug)?aufrufe?n?|werkzeuge?n?',
    change: '(?:(?:ge|ver)ändert|(?:über|be)arbeitet|angelegt|erstellt|geschrieben|angepasst|angefasst|aktualisiert)(?:e[nrs]?)?',
    remove: '(?:gelöscht|entfernt)(?:e[nrs]?)?',
    changeAlone: 'geändert|bearbeitet|angepasst|überarbeitet',
    read: '(?:gelesen|geöffnet|angesehen|angeschaut)(?:e[nrs]?)?',
    run: '(?:ausgeführt|aufgerufen|gestartet|verwendet|benutzt|gelaufen)(?:e[nrs]?)?|liefen',
    fail: '(?:fehlgeschlagen|gescheitert)(?:e[nrs]?)?|scheiterten?|schief ?(?:gegangen|gelaufen)',
    errors: 'fehler(?:meldung(?:en)?|n)?(?!\\p{L}|.*gemacht)',
    asks: 'was|welche[rsmn]?|list(?:e|en)?|zeige?|nenne?|gib|gab|alle[rn]?|bisher',
    one: 'datei|befehl|kommando|(?:werkzeug)?aufruf|werkzeug|fehlermeldung|(?<=(?<!\\p{L})(?:letzte[rs]?|erste[rs]?|neueste[rs]?|(?:den|dem|vom|beim|zum|im) (?:letzt|erst|neuest)en|welche[rn]) )fehler',
    numbers: 'zwei drei vier fünf sechs sieben acht neun zehn',
    frame:
      'list(?:e|en)?|zeige?|nenne?|gib|auf|mir|alle[rns]?|jede[rns]?|bisher|bitte|komplett|vollständig|welche[rsmn]?|worden|aufgetreten|traten|trat|gab|bekommen|bekamen|bekam|erhalten|gesehen|kamen|kam',
    places: 'sitzung|gespräch|unterhaltung|chat|projekt|agent|assistent',
    excluding:
      'warum|wieso|weshalb|wie|wo|wer|wann|wenn|nicht|nie|kein\\p{L}*|ohne|außer|werden?|wirst|wird|soll\\p{L}*|m[uü]ss\\p{L}*|k[aö]nn\\p{L}*|würd\\p{L}*|d[aü]rf\\p{L}*|er|vor|nach|seit|bis|zu',
  },
  {
    files: 'fichiers?',
    commands: 'commandes?',
    calls: 'appels?|outils?',
    change: 'modifiée?s?|éditée?s?|changée?s?|créée?s?|écrite?s?|touchée?s?|ajoutée?s?|mis(?:es?)? à jour',
    remove: '(?:supprimé|effacé)e?s?',
    changeAlone: 'modifié|édité|(?<=(?:as|avons|avez|ai)(?:-tu|-nous|-vous|-je)? (?:déjà )?)changé',
    read: 'lue?s?|ouverte?s?|consultée?s?',
    run: 'exécutée?s?|lancée?s?|appelée?s?|utilisée?s?',
    fail: '(?:ont |a |avaient )?échoué(?:e?s?)?|raté(?:e?s?)?',
    errors: "(?:messages? d['’])?erreurs?(?!.* faite?s?(?!\\p{L}))|échecs?|exceptions?",
    asks: 'quoi|quel(?:le)?s?|list(?:e|er|ez)|montre[rz]?|donne[rz]?|tou(?:s|tes?)',
    one: "fichier|chose|commande|appel|outil|message d['’]erreur|erreur|échec|exception",
    numbers: 'deux trois quatre cinq six sept huit neuf dix',
    frame:
      "list(?:e|er|ez)|montre[rz]?|donne[rz]?|moi|tou(?:s|tes?)|jusqu['’ ]?(?:à|ici)|présent|maintenant|quel(?:le)?s?|été|eue?s?|obtenue?s?|rencontrée?s?|survenue?s?|produite?s?|apparue?s?|vue?s?",
    places: 'session|conversation|projet|agent|assistant',
    excluding:
      'pourquoi|comment|où|quand|^qui|si|combien|pas|jamais|aucune?s?|sans|sauf|va(?:is|s)?|allons|allez|vont|d[oe][iv]\\p{L}*|peux?|peut|pouv\\p{L}*|fau[td]\\p{L}*|ils?|elles?|avant|après|depuis',
  },
  {
    files: 'archivos?|ficheros?',
    commands: 'comandos?|órdenes',
    calls: 'llamadas?|herramientas?',
    change:
      '(?:edit|modific|cambi|cre|actualiz|toc)(?:ad[oa]s?|aron|aste|amos|ó)|edité|modifiqué|cambié|creé|escrit[oa]s?|escribi(?:ste|mos|ó)|escribí',
    remove: '(?:borr|elimin)(?:ad[oa]s?|aron|aste|amos|ó|é)',
    changeAlone:
      '(?:edit|modific)(?:ado|aste|amos|ó)|edité|modifiqué|cambi(?:aste|amos|é)|(?<=(?<!\\p{L})(?:he|has|hemos|habéis) )cambiado',
    read: 'leíd[oa]s?|leí(?:ste|mos)?|leyó|abiert[oa]s?|abri(?:ste|mos|ó)|abrí',
    run: '(?:ejecut|lanz|us)(?:ad[oa]s?|aron|aste|amos|ó)|ejecuté|lancé|usé',
    fail: 'fall(?:ado|aron|ó|ad[oa]s?)|fracasa(?:ron|do)|fracasó',
    errors: '(?:mensajes? de )?error(?:es)?|fallos?|excepci(?:ón|ones)',
    asks: 'qué|cuál(?:es)?|list(?:a|ar)|muestra|muéstrame|dame|tod[oa]s|hubo',
    one: 'archivo|cosa|fichero|comando|orden|llamada|herramienta|(?:mensaje de )?error|fallo|excepción',
    numbers: 'dos tres cuatro cinco seis siete ocho nueve diez',
    frame:
      'list(?:a|ar|ado)|muestra|muéstrame|dame|todos?|todas?|hasta|ahora|por favor|sido|hubo|ocurri(?:ó|eron)|ocurrido|produj(?:o|eron)|producido|apareci(?:ó|eron)|aparecido|di[oe](?:ron)?|dado|tuv(?:imos|iste|e)|sali(?:ó|eron)|obtuv(?:imos|iste|e)|obtenido|encontr(?:amos|aste|é|ado)|vist[oa]s?|vimos|viste',
    places: 'sesión|conversación|proyecto|agente|asistente',
    excluding:
      'por qué|c[oó]mo|d[oó]nde|qui[eé]n(?:es)?|cu[aá]ndo|cu[aá]nt[oa]s?|si|no|nunca|ning[uú]n\\p{L}*|sin|salvo|voy|va[sn]?|vamos|deb\\p{L}+|pued\\p{L}+|podr\\p{L}+|él|ellas?|ellos|desde',
  },
  {
    files: 'file',
    commands: 'comand[oi]',
    calls: 'chiamat[ae]|strument[oi]',
    change: 'modificat[oaie]|cambiat[oaie]|creat[oaie]|scritt[oaie]|aggiornat[oaie]|toccat[oaie]',
    remove: '(?:cancellat|eliminat|rimoss)[oaie]',
    changeAlone: 'modificato|cambiato',
    read: 'lett[oaie]|apert[oaie]',
    run: 'eseguit[oaie]|lanciat[oaie]|usat[oaie]|chiamat[oaie]',
    fail: 'fallit[oaie]',
    errors: '(?:messaggi[o]? di )?error[ei](?!.*fatt[oaie](?!\\p{L}))|eccezion[ei]',
    asks: 'che|cosa|qual[ei]?|elenc[oa]|elencami|mostra(?:mi)?|dammi|tutt[ie]',
    one: 'comando|cosa|chiamata|strumento|(?:messaggio di )?errore|eccezione|(?<=(?<!\\p{L})(?:(?:ultim|prim)o|quale) )file',
    numbers: 'due tre quattro cinque sei sette otto nove dieci',
    frame:
      'elenc[oa]|elencami|mostra(?:mi)?|dammi|tutt[ieoa]|finora|per favore|qual[ei]?|stat[oaie]|verificat[oaie]|avut[oaie]|ottenut[oaie]|incontrat[oaie]|apparsi|apparso|comparsi|comparso|vist[oaie]',
    places: 'sessione|conversazione|progetto|agente|assistente',
    excluding: 'perché|come|dove|chi|quando|quant[oaie]|se|non|mai|senza|tranne|de[vb]\\p{L}+|poss\\p{L}+|puoi|può|lui',
  },
  {
    files: 'arquivos?|ficheiros?',
    commands: 'comandos?',
    calls: 'chamadas?|ferramentas?',
    change: '(?:edit|modific|alter|cri|mud|atualiz)(?:ad[oa]s?|aram|aste|ámos|amos|ou|ei)|modifiquei|escrit[oa]s?|escrev(?:i|eu|emos)',
    remove: '(?:apag|elimin)(?:ad[oa]s?|aram|aste|ámos|amos|ou|ei)|apaguei|remov(?:id[oa]s?|eram|eu|emos)',
    changeAlone: '(?:edit|modific|alter)(?:ado|aste|ámos|amos|ou|ei)|modifiquei|mud(?:aste|ámos|amos|ei)|(?<=(?<!\\p{L})você )mudou',
    read: 'lid[oa]s?|li|leu|lemos|abert[oa]s?|abri(?:u|mos)?',
    run: '(?:execut|us|lanç)(?:ad[oa]s?|aram|aste|ámos|amos|ou|ei)|rod(?:ad[oa]s?|ou|ei|amos)|usei',
    fail: 'falh(?:ad[oa]s?|aram|ou)',
    errors: '(?:mensage(?:m|ns) de )?erros?|falhas?|exceç(?:ão|ões)',
    asks: 'que|qual|quais|list(?:a|ar|e)|mostr(?:a|e|ar)|dá-me|tod[oa]s|houve',
    one: 'arquivo|coisa|ficheiro|comando|chamada|ferramenta|(?:mensagem de )?erro|falha|exceção',
    numbers: 'dois duas três quatro cinco seis sete oito nove dez',
    frame:
      'list(?:a|ar|e)|mostr(?:a|e|ar)|dá-me|todos?|todas?|até|agora|por favor|sido|houve(?:ram)?|ocorr(?:eu|eram|ido)|aparec(?:eu|eram)|aconteceram|deu|deram|tiv(?:emos|este|e)|obtiv(?:emos|este|e)|encontr(?:ámos|amos|aste|ou|ei)|vimos|viu|vi',
    places: 'sessão|conversa|projeto|agente|assistente',
    excluding:
      'por ?qu[eê]|como|onde|quem|quando|quant[oa]s?|se|não|nunca|nenhum\\p{L}*|sem|exceto|vou|vais?|vamos|vão|dev\\p{L}+|pode\\p{L}*|el[ea]s?|desde',
  },
  {
    files: 'bestand(?:en)?',
    commands: "commando['’]?s?|opdracht(?:en)?",
    calls: 'aanroep(?:en)?',
    change: '(?:gewijzigd|bewerkt|aangepast|veranderd|aangemaakt|bijgewerkt)e?|geschreven',
    remove: '(?:verwijderd|gewist)e?',
    changeAlone: 'gewijzigd|bewerkt|aangepast|veranderd',
    read: 'gelezen|geopend|bekeken',
    run: '(?:uitgevoerd|gedraaid|gebruikt)e?|aangeroepen',
    fail: 'mislukt(?:en?)?|gefaalde?',
    errors: 'fout(?:en|melding(?:en)?)?',
    asks: 'wat|welke?|lijst|toon|geef|noem|alle|allemaal',
    one: 'bestand|ding|commando|opdracht|aanroep|fout(?:melding)?',
    numbers: 'twee drie vier vijf zes zeven acht negen tien',
    frame:
      'lijst|toon|laat|zien|geef|noem|alle|allemaal|tot nu toe|alsjeblieft|welke?|opgetreden|traden|trad|kregen|kreeg|gekregen|gezien|zagen',
    places: 'sessie|gesprek|project|agent|assistent',
    excluding:
      'waarom|hoe|waar|wie|wanneer|hoeveel|niet|nooit|geen|zonder|behalve|moet\\p{L}*|kan|kun\\p{L}*|gaa?n?t?|zal|zul\\p{L}*|zou\\p{L}*|word(?:t|en)|mag|mogen|hij|zij|ze|te|voor|na|sinds',
  },
];
