import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

/** Labels and values of what a text states. */
const told = (text: string): string[] => factsIn(text).map(({ label, attribute, value }) => `${label} ${attribute ?? '-'}: ${value}`);

test.each([
  ['Ich bin gegen Haselnüsse allergisch.', 'user -: Haselnüsse'],
  ['Ich bin sehr gegen Pollen allergisch und bleibe drin.', 'user -: Pollen'],
  ['Vivimos en Ruzafa, pero estamos buscando piso.', 'user home: Ruzafa'],
  ['Wir wohnen in Köln.', 'user home: Köln'],
  ['Nous habitons à Nantes.', 'user home: Nantes'],
  ['Abitiamo a Torino.', 'user home: Torino'],
  ['We wonen in Gent.', 'user home: Gent'],
  ['Ich wohne mit meiner Frau in Köln.', 'user home: Köln'],
  ['Ich wohne mit meiner Frau Katrin und meinem Hund in Köln.', 'user home: Köln'],
  ["J'habite avec ma copine à Nantes.", 'user home: Nantes'],
  ['Vivo con mi marido en Sevilla.', 'user home: Sevilla'],
  ['I live with my wife in Leeds.', 'user home: Leeds'],
  ['Ich wohne seit März in Leipzig, nicht mehr in Halle.', 'user home: Leipzig'],
  ['Me acabo de mudar a Valencia.', 'user home: Valencia'],
  ['Acabo de mudarme a Sevilla.', 'user home: Sevilla'],
  ['On vient de déménager à Rennes.', 'user home: Rennes'],
  ['Mi sono appena trasferita a Bologna.', 'user home: Bologna'],
  ['Ci siamo trasferite a Torino.', 'user home: Torino'],
  ['Acabei de me mudar para Lisboa.', 'user home: Lisboa'],
  ['Ik woon sinds kort in Utrecht en werk bij Bol.', 'user home: Utrecht'],
  ['Ik woon sinds kort in Utrecht en werk bij Bol.', 'user employer: Bol'],
  ['Soy celíaca.', 'user -: celíaca'],
  ['Sono celiaca e non mangio pane.', 'user -: celiaca'],
  ['Je suis diabétique.', 'user -: diabétique'],
  ['Ich bin Diabetikerin.', 'user -: Diabetikerin'],
  ['Ich arbeite als Krankenpflegerin auf der Intensivstation.', 'user occupation: Krankenpflegerin'],
  ['Ich arbeite seit Mai als Lehrer in Köln.', 'user occupation: Lehrer'],
  ['Trabajo de enfermera en el hospital La Fe.', 'user occupation: enfermera'],
  ["Je travaille comme infirmière à l'hôpital.", 'user occupation: infirmière'],
  ['Lavoro come insegnante.', 'user occupation: insegnante'],
  ['Trabalho como engenheira na Farfetch.', 'user occupation: engenheira'],
  ['Ik werk als verpleegkundige bij het UMC.', 'user occupation: verpleegkundige'],
  ['Jag jobbar som lärare på en skola.', 'user occupation: lärare'],
  ["I've been allergic to penicillin since I was a kid.", 'user allergy to penicillin: penicillin'],
  ["I can't stand cilantro, leave it out of every recipe.", 'user liking cilantro: cilantro'],
  ['Ich vertrage keine Laktose, bitte bei den Rezepten beachten.', 'user -: Laktose'],
  ['Soy intolerante a la lactosa.', 'user -: lactosa'],
  ['Je suis intolérante au gluten.', 'user -: gluten'],
  ['Sono intollerante al lattosio.', 'user -: lattosio'],
  ['Sou intolerante à lactose.', 'user -: lactose'],
  ["I'm lactose intolerant, so oat milk only.", 'user -: lactose intolerant'],
  ["I'm gluten-intolerant.", 'user -: gluten-intolerant'],
  ["On a déménagé : j'habite à Nantes maintenant.", 'user home: Nantes'],
  ["J'ai changé de boulot : je travaille chez Renault.", 'user employer: Renault'],
  ["I'm coeliac.", 'user -: coeliac'],
  ["I don't drink coffee any more, doctor's orders.", 'user liking coffee: coffee'],
  ['I no longer eat meat.', 'user liking meat: meat'],
  ['My favourite editor is Neovim, though at work I mostly use GoLand.', 'user favorite editor: Neovim'],
])('is read of a person: %s', (text, fact) => {
  expect(told(text)).toContain(fact);
});

test.each([
  'Prefiero las respuestas con viñetas y sin emojis.',
  'Je préfère les réponses courtes.',
  'Ich bevorzuge kurze Antworten.',
  'Preferisco risposte brevi.',
  'Prefiro respostas curtas.',
  'No quiero que envíes nada a clientes sin que yo lo revise.',
  'Je ne veux pas que tu supprimes des fichiers.',
  'Ich will nicht, dass du Dateien löschst.',
  "I don't want you to push to main.",
  'Use errgroup everywhere in this repo, not WaitGroup.',
  'Use pnpm in this project, not npm.',
])('is an order for the work: %s', (text) => {
  expect(factsIn(text)).toMatchObject([{ label: 'feedback', kind: 'constraint' }]);
});

test.each([
  'Merk dir bitte: Die Ferienwohnung in Füssen ist vom 27. Dezember bis 3. Januar gebucht.',
  'Merk dir, dass meine Mutter am Dienstag kommt.',
  'Recuerda que la contraseña del wifi la cambian cada mes.',
  "N'oublie pas que le chauffage est coupé en mai.",
  'Ricordati che il garage chiude alle otto.',
])('is kept for the one who says it: %s', (text) => {
  expect(factsIn(text)).toMatchObject([{ label: 'user' }]);
});

test.each([
  'Ich bin gegen Montage allergisch.',
  'Mein Bruder ist gegen Haselnüsse allergisch.',
  'Ich bin gegen Gewalt.',
  'Vivimos en Lima dos años.',
  'Mis primos y yo vivimos en mundos distintos.',
  'Wir wohnen in einem Haus.',
  'Ich wohne mit meiner Frau in einem Haus.',
  'Mi hermana es celíaca.',
  'Soy celíaca de corazón.',
  'Creo que soy celíaca.',
  "I don't drink coffee any more than you do.",
  'He does not drink coffee any more.',
  'Prefiero las respuestas de Juan.',
  'Prefiero no dar respuestas.',
  'Je préfère les réponses de Marie.',
  'No quiero que te vayas.',
  'No quiero que envíes eso hoy.',
  "I don't want you to worry.",
  'Use the blue one in this picture, not the red one.',
  'Recuerda que ella dijo eso.',
  'Merk dir, wer hier der Chef ist.',
  'Ella recuerda que la casa era verde.',
  'Solo Netflix puede publicar versiones tan malas.',
  'Solo Netflix puede publicar tantas versiones.',
  'Vivimos en Babia.',
  'Vivo en Netflix.',
  'Nos mudamos a Vigo el año pasado, pero volvimos.',
  'Merk dir, dass das nur ein Scherz war.',
  'No quiero que me escribas más.',
  "I don't want you to run away.",
  'Of course, I love paying rent.',
  'Claro, me encanta madrugar.',
  'Natürlich, ich liebe Staus.',
])('is none of these: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  'Ich wohne in Leipzig, nicht in der Stadt.',
  'Me acabo de mudar a Vim.',
  'Me acabo de mudar a un piso más grande.',
  'Acabei de me mudar para o Linux.',
  'Ik woon in Utrecht en Gent.',
  'Mijn broer zegt: ik woon sinds kort in Utrecht.',
  'Ich arbeite als Team besser.',
  'Ich arbeite als Erster morgens im Büro.',
  'Ich vertrage keine Kritik.',
  'I am intolerant of fools.',
  'Je suis intolérante aux idiots.',
  "Ma sœur m'a écrit : j'habite à Lyon.",
  'On a call with Tom: I live in Paris.',
  'Trabajo como siempre.',
  'Trabajo de noche.',
  'Mi trabajo de enfermera en Madrid es duro.',
  "Je travaille comme d'habitude.",
  'Lavoro come sempre.',
  'Jag jobbar som vanligt.',
  "I've been allergic to cats until last year.",
  'I hate long, winding answers.',
])('is neither a home nor a job, allergy or liking: %s', (text) => {
  expect(told(text)).toEqual([]);
});
