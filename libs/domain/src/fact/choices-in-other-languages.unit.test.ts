import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['Wir haben uns für PostgreSQL entschieden.', 'PostgreSQL', 'project'],
  ['Wir haben uns letzte Woche für RabbitMQ entschieden, weil es klein ist.', 'RabbitMQ', 'project'],
  ['Wir haben uns für Kafka als Broker entschieden.', 'Kafka', 'project'],
  ['Ich habe mich für SQLite entschieden.', 'SQLite', 'user'],
  ['Wir haben beschlossen, Terraform zu verwenden.', 'Terraform', 'project'],
  ['Wir nehmen Vitest statt Jest.', 'Vitest', 'project'],
  ["Nous avons décidé d'utiliser PostgreSQL.", 'PostgreSQL', 'project'],
  ['On a choisi Vue pour le front.', 'Vue', 'project'],
  ["J'ai opté pour SQLite.", 'SQLite', 'user'],
  ['Hemos decidido usar MySQL.', 'MySQL', 'project'],
  ['Decidimos usar Svelte para el panel.', 'Svelte', 'project'],
  ['He elegido SQLite.', 'SQLite', 'user'],
  ['Abbiamo deciso di usare MongoDB.', 'MongoDB', 'project'],
  ['我们决定使用PostgreSQL。', 'PostgreSQL', 'project'],
])('a choice is read: %s', (text, value, label) => {
  expect(factIn(text).fact).toMatchObject({ kind: 'decision', value, label });
});

test.each([
  'Wir haben uns noch nicht für Kafka entschieden.',
  'Wir haben uns fast für Oracle entschieden.',
  'Wir haben uns gegen Redis entschieden.',
  'Wir haben uns für den Umweg entschieden.',
  'Wir hätten uns für Svelte entschieden, aber es war zu neu.',
  'Er sagt, wir haben uns für Go entschieden.',
  'Haben wir uns für MySQL entschieden?',
  "Nous n'avons pas décidé d'utiliser Redis.",
  'Nous aurions choisi Svelte.',
  'Nous avons choisi le mauvais moment.',
  'Il paraît que nous avons choisi Kafka.',
  'No hemos decidido usar Redis.',
  'Quizás hemos elegido Kafka.',
  'Hemos elegido el peor momento.',
  'Pasamos de Pedro a Juan.',
  'Non abbiamo scelto Svelte.',
  '他说我们决定使用MySQL。',
  '我们没有决定使用Redis。',
  'We moved from Paris to Lyon.',
  'Nous sommes passés de Paris à Lyon.',
  'On est passés de Pierre à Paul.',
  'Je suis passée de Zola à Balzac.',
  'Nous sommes passés de Renault à Peugeot.',
  'I heard we decided to use Kafka.',
  "Had we chosen Elixir, we'd be done.",
])('what was not chosen, or is no choice, is not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  ['On utilise Webpack.', 'On a migré de Webpack à Vite.'],
  ['Wir verwenden Jest.', 'Wir sind letzte Woche von Jest zu Vitest gewechselt.'],
  ['Usamos Jenkins.', 'Hemos migrado de Jenkins a Buildkite.'],
])('a change of programs replaces the one before: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});
