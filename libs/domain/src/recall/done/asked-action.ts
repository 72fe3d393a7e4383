import { atFirstUse } from '../../lazy/at-first-use.ts';
import { namesTopic } from '../question-kind/names-topic.ts';

/** What the calls did that a question lists: changed or read files, ran commands, or failed. */
export type AskedAction = 'change' | 'read' | 'run' | 'fail';

/** Words of such a question in one language: regular expressions over whole words. */
interface ActionWords {
  readonly files: string;
  readonly commands: string;
  readonly calls: string;
  readonly change: string;
  /** Verbs of change that need no "files" beside them: "what did you edit?". */
  readonly changeAlone: string;
  readonly read: string;
  readonly run: string;
  readonly fail: string;
  /** Words that ask for the list, and those for where it happened. */
  readonly frame: string;
  /** Words that ask for something else about it. */
  readonly elsewise: string;
}

const WORDS: readonly ActionWords[] = [
  {
    files: 'files?',
    commands: 'commands?',
    calls: '(?:tool )?calls?|tools?',
    change:
      'edit(?:ed|s)?|modif(?:y|ied)|chang(?:e|ed)|creat(?:e|ed)|wr(?:ote|itten|ite)|touch(?:ed)?|updat(?:e|ed)|delet(?:e|ed)|remov(?:e|ed)|add(?:ed)?',
    changeAlone: 'edit(?:ed)?|modif(?:y|ied)',
    read: 'read|open(?:ed)?|view(?:ed)?|look(?:ed)? (?:at|into)',
    run: 'r[au]n|execut(?:e|ed)|issued?|call(?:ed)?|used?|invok(?:e|ed)',
    fail: 'fail(?:ed)?|errored|went wrong',
    frame:
      'list|show|give|tell|name|me|all|every|each|complete|full|so far|up to now|together|please|session|conversation|chat|project|repo(?:sitory)?|codebase|code|agent|assistant',
    elsewise: 'why|how|where|who|when',
  },
  {
    files: 'datei(?:en)?',
    commands: 'befehle?n?|kommandos?',
    calls: '(?:werkzeug)?aufrufe?n?|werkzeuge?n?',
    change: '(?:ge|ver)ändert|bearbeitet|angelegt|erstellt|geschrieben|angepasst|angefasst|gelöscht|entfernt|aktualisiert|überarbeitet',
    changeAlone: 'geändert|bearbeitet|angepasst|überarbeitet',
    read: 'gelesen|geöffnet|angesehen|angeschaut',
    run: 'ausgeführt|aufgerufen|gestartet|verwendet|benutzt|gelaufen|liefen',
    fail: 'fehlgeschlagen|gescheitert|scheiterten?|schief ?(?:gegangen|gelaufen)',
    frame:
      'list(?:e|en)?|zeige?|nenne?|gib|auf|mir|alle[rns]?|jede[rns]?|bisher|bitte|komplett|vollständig|sitzung|gespräch|unterhaltung|chat|projekt|agent|assistent|welche[rsmn]?',
    elsewise: 'warum|wieso|weshalb|wie|wo|wer|wann',
  },
  {
    files: 'fichiers?',
    commands: 'commandes?',
    calls: 'appels?|outils?',
    change:
      'modifi(?:ée?s?|er)|édit(?:ée?s?|er)|chang(?:ée?s?|er)|créée?s?|écrite?s?|supprimée?s?|touchée?s?|ajoutée?s?|mis(?:es?)? à jour',
    changeAlone: 'modifié|édité',
    read: 'lue?s?|ouverte?s?|consultée?s?',
    run: 'exécutée?s?|lancée?s?|appelée?s?|utilisée?s?',
    fail: '(?:ont |a |avaient )?échoué(?:e?s?)?|raté(?:e?s?)?',
    frame:
      "list(?:e|er|ez)|montre[rz]?|donne[rz]?|moi|tou(?:s|tes?)|jusqu['’ ]?(?:à|ici)|présent|maintenant|session|conversation|projet|agent|assistant|quel(?:le)?s?",
    elsewise: 'pourquoi|comment|où|quand|qui a',
  },
  {
    files: 'archivos?|ficheros?',
    commands: 'comandos?|órdenes',
    calls: 'llamadas?|herramientas?',
    change:
      '(?:edit|modific|cambi|cre|borr|elimin|actualiz|toc)(?:ad[oa]s?|aron|aste|amos|ó)|edité|modifiqué|cambié|creé|borré|escrit[oa]s?|escribi(?:ste|mos|ó)|escribí',
    changeAlone: '(?:edit|modific)(?:ado|aste|amos|ó)|edité|modifiqué',
    read: 'leíd[oa]s?|leí(?:ste|mos)?|leyó|abiert[oa]s?|abri(?:ste|mos|ó)|abrí',
    run: '(?:ejecut|lanz|us)(?:ad[oa]s?|aron|aste|amos|ó)|ejecuté|lancé|usé',
    fail: 'fall(?:ado|aron|ó|ad[oa]s?)|fracasa(?:ron|do)|fracasó',
    frame: 'list(?:a|ar|ado)|muestra|muéstrame|dame|todos?|todas?|hasta|ahora|sesión|conversación|proyecto|agente|asistente|por favor',
    elsewise: 'por qué|cómo|dónde|quién(?:es)?|cuándo',
  },
  {
    files: 'file',
    commands: 'comand[oi]',
    calls: 'chiamat[ae]|strument[oi]',
    change: 'modificat[oaie]|cambiat[oaie]|creat[oaie]|scritt[oaie]|cancellat[oaie]|eliminat[oaie]|aggiornat[oaie]|toccat[oaie]',
    changeAlone: 'modificato|cambiato',
    read: 'lett[oaie]|apert[oaie]',
    run: 'eseguit[oaie]|lanciat[oaie]|usat[oaie]|chiamat[oaie]',
    fail: 'fallit[oaie]',
    frame: 'elenc[oa]|elencami|mostra(?:mi)?|dammi|tutt[ieoa]|finora|sessione|conversazione|progetto|agente|assistente|per favore|quali',
    elsewise: 'perché|come|dove|chi|quando',
  },
  {
    files: 'arquivos?|ficheiros?',
    commands: 'comandos?',
    calls: 'chamadas?|ferramentas?',
    change: '(?:edit|modific|alter|cri|apag|mud|atualiz)(?:ad[oa]s?|aram|aste|ámos|amos|ou|ei)|modifiquei|escrit[oa]s?|escrev(?:i|eu|emos)',
    changeAlone: '(?:edit|modific|alter)(?:ado|aste|ámos|amos|ou|ei)|modifiquei',
    read: 'lid[oa]s?|li|leu|lemos|abert[oa]s?|abri(?:u|mos)?',
    run: '(?:execut|us|lanç)(?:ad[oa]s?|aram|aste|ámos|amos|ou|ei)|rod(?:ad[oa]s?|ou|ei|amos)|usei',
    fail: 'falh(?:ad[oa]s?|aram|ou)',
    frame: 'list(?:a|ar|e)|mostr(?:a|e|ar)|dá-me|todos?|todas?|até|agora|sessão|conversa|projeto|agente|assistente|por favor',
    elsewise: 'por ?que|como|onde|quem|quando',
  },
  {
    files: 'bestand(?:en)?',
    commands: "commando['’]?s?|opdracht(?:en)?",
    calls: 'aanroep(?:en)?',
    change: 'gewijzigd|bewerkt|aangepast|veranderd|aangemaakt|geschreven|verwijderd|bijgewerkt',
    changeAlone: 'gewijzigd|bewerkt|aangepast|veranderd',
    read: 'gelezen|geopend|bekeken',
    run: 'uitgevoerd|gedraaid|gebruikt|aangeroepen',
    fail: 'mislukt(?:en)?|gefaald',
    frame: 'lijst|toon|laat|zien|geef|noem|alle|allemaal|tot nu toe|sessie|gesprek|project|agent|assistent|alsjeblieft|welke?',
    elsewise: 'waarom|hoe|waar|wie|wanneer',
  },
];

const MAX_CHARS = 200;

const patterns = atFirstUse(() =>
  WORDS.map((words) => {
    const parts = Object.entries(words) as [keyof ActionWords, string][];
    const own = new Map(parts.map(([part, forms]) => [part, whole(forms, 'iu')]));
    const said = parts.filter(([part]) => part !== 'elsewise').map(([, forms]) => forms);
    return { own, all: whole(said.join('|'), 'giu') };
  }),
);

const whole = (forms: string, flags: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, flags);

/**
 * Returns what kind of calls a question lists where it names nothing else: "which files did we edit so far", "what
 * commands failed". Undefined for any other, as "which files did we edit for the login" is answered by what was said of
 * the login. `query` is without the words of a time.
 */
export function askedAction(query: string): AskedAction | undefined {
  if (query.length > MAX_CHARS) return undefined;
  for (const { own, all } of patterns()) {
    const rest = query.replace(all, ' ');
    if (rest === query || namesTopic(rest)) continue;
    const action = actionOf((part) => own.get(part)!.test(query));
    if (action !== undefined) return action;
  }
  return undefined;
}

function actionOf(has: (part: keyof ActionWords) => boolean): AskedAction | undefined {
  if (has('elsewise')) return undefined;
  const [files, commands, calls] = [has('files'), has('commands'), has('calls')];
  if (files && (commands || calls)) return undefined;
  if (has('fail')) return files ? undefined : 'fail';
  if (files) return has('change') ? 'change' : has('read') ? 'read' : undefined;
  if (commands || calls) return commands && has('run') ? 'run' : undefined;
  return has('changeAlone') ? 'change' : undefined;
}
