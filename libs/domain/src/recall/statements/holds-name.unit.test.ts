import { describe, expect, it } from 'vitest';
import { holdsName } from './holds-name.ts';

describe('a text that names somebody or something', () => {
  it.each([
    'We went to see Hamilton last night.',
    'I just finished "The Old Man and the Sea" on the train.',
    'It rained a lot. Then we took the boat to Gotland.',
    'Вчера мы ездили в Казань на поезде.',
    'Ils ont passé tout le mois à Porto.',
    'Pia and I adopted Rusty’s brother.',
    'I read the PDF of Moby Dick.',
  ])('is %j', (text) => {
    expect(holdsName(text, ['Pia'])).toBe(true);
  });

  it.each([
    'We went to see a play last night.',
    'Hamilton was on again, so we went.',
    'Did you go to see Hamilton last night?',
    'She told me: “We saw it twice last night.”',
    'On Monday I said that I’m free in May.',
    'I think you did so well there, Magda!',
    'You did so well there, Mag, I mean it.',
    'THE OLD MILL IS CLOSED AGAIN.',
    'Wow, Gotland!',
    'I think the API returns JSON.',
    'My PR is up, and the APIs of it too.',
    'We wrote plan B for the CPU’s cache.',
    'Он отправил это по СМС.',
    '昨日は東京で庭の木を切りました。',
    '',
  ])('is not %j', (text) => {
    expect(holdsName(text, ['Magda Holm', 'Pia'])).toBe(false);
  });
});
