import type { SeededRandom } from '../../seeded-random.ts';
import type { Scene } from './scene.ts';

interface Fact {
  readonly tell: string;
  readonly ask: string;
  readonly values: readonly string[];
}

interface Language {
  readonly chatter: readonly string[];
  readonly reply: string;
  readonly facts: readonly Fact[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    chatter: ['The rain has not stopped since Tuesday.', 'I finally cleaned out the shed.', 'Lunch was far too long again.'],
    reply: 'Thanks for telling me.',
    facts: [
      {
        tell: 'By the way, I cannot eat {v}, my throat swells up.',
        ask: 'Which food am I allergic to?',
        values: ['walnuts', 'celery', 'sesame'],
      },
      {
        tell: 'My sister just moved to {v} for her new job.',
        ask: 'In which town does my sister live?',
        values: ['Lindquay', 'Skarne', 'Hartsea'],
      },
      { tell: 'We called the new puppy {v}.', ask: 'What is the name of my dog?', values: ['Biscuit', 'Thimble', 'Pretzel'] },
    ],
  },
  de: {
    chatter: [
      'Heute war die Bahn wieder eine halbe Stunde zu spät.',
      'Der Keller ist endlich aufgeräumt.',
      'Am Wochenende soll es schneien.',
    ],
    reply: 'Gut zu wissen, danke.',
    facts: [
      {
        tell: 'Übrigens spiele ich seit der Schulzeit {v} in einem kleinen Ensemble.',
        ask: 'Welches Instrument spiele ich?',
        values: ['Fagott', 'Bratsche', 'Oboe'],
      },
      {
        tell: 'Meine Tochter wird im Herbst in {v} eingeschult.',
        ask: 'In welchem Ort kommt meine Tochter zur Schule?',
        values: ['Wedelsbach', 'Ostermünde', 'Kranzfeld'],
      },
      {
        tell: 'Ich trinke morgens nur noch {v}, Kaffee vertrage ich nicht mehr.',
        ask: 'Was trinke ich zum Frühstück?',
        values: ['Malventee', 'Haferkakao', 'Ingwerwasser'],
      },
    ],
  },
  fr: {
    chatter: ['Il fait un froid de canard ce matin.', 'Le train était encore bondé.', 'J’ai enfin rangé le grenier.'],
    reply: 'Merci, je le note.',
    facts: [
      {
        tell: 'Au fait, mon frère travaille maintenant comme {v} près de la gare.',
        ask: 'Quel est le métier de mon frère ?',
        values: ['relieur', 'luthier', 'horloger'],
      },
      {
        tell: 'Nous partons toujours en vacances à {v}, chez ma grand-mère.',
        ask: 'Où est-ce que je passe mes vacances ?',
        values: ['Brévannes', 'Saint-Orme', 'Pleumarec'],
      },
      {
        tell: 'Je ne supporte pas les {v}, ils me donnent des boutons.',
        ask: 'Quel aliment dois-je éviter ?',
        values: ['abricots', 'poireaux', 'crevettes grises'],
      },
    ],
  },
  es: {
    chatter: ['Hoy he dormido fatal.', 'La panadería de la esquina ha cerrado.', 'Mañana tengo que madrugar.'],
    reply: 'Gracias por contármelo.',
    facts: [
      {
        tell: 'Por cierto, mi coche nuevo es un {v} de segunda mano.',
        ask: '¿Qué coche tengo?',
        values: ['Dorado Brisa', 'Ventura Lince', 'Alba Toro'],
      },
      {
        tell: 'Los jueves doy clase de {v} en el barrio.',
        ask: '¿Qué enseño yo por las tardes?',
        values: ['cerámica', 'esgrima', 'acordeón'],
      },
      {
        tell: 'Mi abuela nació en {v} y todavía habla de su plaza.',
        ask: '¿De qué pueblo viene mi abuela?',
        values: ['Villamora', 'Pedrosal', 'Cantoria del Río'],
      },
    ],
  },
  it: {
    chatter: ['Stamattina il caffè era imbevibile.', 'Ho finalmente riparato la bici.', 'Domenica vengono tutti a pranzo.'],
    reply: 'Grazie, me lo ricordo.',
    facts: [
      {
        tell: 'Comunque il mio medico si chiama {v}, studio in centro.',
        ask: 'Come si chiama il mio dottore?',
        values: ['Belcore', 'Santandrea', 'Malvolti'],
      },
      {
        tell: 'Mia figlia ha preso un gatto e l’ha chiamato {v}.',
        ask: 'Qual è il nome del gatto di mia figlia?',
        values: ['Zenzero', 'Bottone', 'Nuvola'],
      },
      {
        tell: 'Vado in piscina ogni {v}, mai negli altri giorni.',
        ask: 'In che giorno nuoto di solito?',
        values: ['mercoledì', 'venerdì', 'lunedì'],
      },
    ],
  },
};

export const FACT_LANGUAGES = Object.keys(LANGUAGES);

/**
 * Builds scenes in which somebody mentions facts about themselves, in one language. One fact is never told but asked
 * for.
 */
export function factScenes(random: SeededRandom, language: string): Scene[] {
  const { chatter, reply, facts } = LANGUAGES[language]!;
  const [untold, ...told] = random.shuffled(facts);
  return [
    ...random.shuffled(chatter).map((text): Scene => ({ steps: [{ does: 'asks', text }], questions: [] })),
    ...told.map(({ tell, ask, values }): Scene => {
      const value = random.pick(values);
      return {
        steps: [
          { does: 'asks', text: tell.replace('{v}', value), holds: ['told'] },
          { does: 'says', text: reply },
        ],
        questions: [{ name: 'told', kind: 'fact', text: ask, answers: [value] }],
      };
    }),
    { steps: [], questions: [{ name: 'untold', kind: 'none', text: untold!.ask, answers: [] }] },
  ];
}
