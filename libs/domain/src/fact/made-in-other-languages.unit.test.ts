import { expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

it.each([
  ['Unser Backend ist in Go geschrieben.', 'backend language', 'Go'],
  ['Unsere API läuft jetzt auf Hetzner.', 'api using hetzner', 'Hetzner'],
  ['Nuestro backend está escrito en Go.', 'backend language', 'Go'],
  ['Nuestra API corre en Docker.', 'api using docker', 'Docker'],
  ['Notre backend est écrit en Rust.', 'backend language', 'Rust'],
  ['Notre cluster tourne sur Docker.', 'cluster using docker', 'Docker'],
  ['Il nostro backend è scritto in Go.', 'backend language', 'Go'],
  ['La nostra API gira su Docker.', 'api using docker', 'Docker'],
])('reads what a part of the work is made with: %s', (text, attribute, value) => {
  expect(factsIn(text)).toMatchObject([{ label: 'project', attribute, value }]);
});

const FRAMES = [
  'Tom sagt, *.',
  '*, sagt Tom.',
  '*?',
  'Vielleicht: *.',
  '*, falls Tom zustimmt.',
  '*, dachte ich jedenfalls.',
  'Übersetze: *.',
  'Im Roman steht: *.',
  'Tom dice que *.',
  '*, dice Tom.',
  '*, si Tom acepta.',
  'Según Tom, *.',
  'Tom dit que *.',
  '*, si Tom accepte.',
  'Dans le roman, *.',
  'Tom dice che *.',
  '*, se Tom accetta.',
  '*, scherzavo.',
];

it.each([
  'Unser Backend ist in Go geschrieben',
  'Unser Cluster läuft auf Docker',
  'Nuestro backend está escrito en Go',
  'Nuestra API corre en Docker',
  'Notre backend est écrit en Go',
  'Notre cluster tourne sur Docker',
  'Il nostro backend è scritto in Go',
  'La nostra API gira su Docker',
])('reads nothing where this is no statement of the speaker: %s', (sentence) => {
  expect(FRAMES.map((frame) => frame.replace('*', sentence)).filter((text) => factsIn(text).length > 0)).toEqual([]);
});

it.each([
  'Unser Backend ist nicht in Go geschrieben.',
  'Unser Backend war in Go geschrieben.',
  'Unser Bot ist in Eile geschrieben.',
  'Das Backend der Konkurrenz ist in Go geschrieben.',
  'Unser Cluster läuft bald auf Kubernetes.',
  'Unser Server läuft auf Reserve.',
  'Nuestro backend no está escrito en Go.',
  'Nuestro bot está escrito en broma.',
  'Nuestra API corre en paralelo.',
  "Notre backend n'est pas écrit en Go.",
  'Notre cluster tourne sur lui-même.',
  'Notre backend sera écrit en Go.',
  'Il nostro backend non è scritto in Go.',
  'Il nostro server gira su una gamba.',
  'Il backend della concorrenza è scritto in Go.',
])('reads nothing in %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
