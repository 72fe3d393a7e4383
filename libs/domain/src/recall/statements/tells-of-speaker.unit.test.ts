import { describe, expect, it } from 'vitest';
import { tellsOfSpeaker } from './tells-of-speaker.ts';

describe('a message that tells of its speaker', () => {
  it.each([
    ['in the first person', 'That looks good. I painted the boat last week.'],
    ['with an apostrophe', "It's late, and I'm still at the quay."],
    ['of a group', 'We have rented the small hall for the feast.'],
    ['of what belongs to him', 'The blue one is my favourite of them all.'],
    ['in German', 'Das Boot habe ich im Mai gestrichen.'],
    ['in French', "C'est moi qui ai peint le bateau."],
    ['in Dutch', 'De boot heb ik in mei geverfd.'],
    ['in Swedish', 'Båten har jag målat om i maj.'],
  ])('%s', (_what, text) => expect(tellsOfSpeaker(text)).toBe(true));

  it.each([
    ['praise of the other', 'That is so good of you, the boat must look great in that blue.'],
    ['a first person in a question alone', 'The boat looks good in that blue. Shall we go out to the island with it on Sunday?'],
    ['a first person in a short remark alone', 'I see. The boat must look so good in that blue.'],
    ['German praise of the other', 'Das ist ja toll, das Boot wird dir lange Freude machen.'],
  ])('is not %s', (_what, text) => expect(tellsOfSpeaker(text)).toBe(false));

  it.each([
    ['a language that leaves the person to the verb', 'Pinté el barco de azul en mayo y lo vendí por poco dinero.'],
    ['a text too short to tell its language', 'Painted the boat.'],
    ['no text', ''],
  ])('may be %s', (_what, text) => expect(tellsOfSpeaker(text)).toBe(true));
});
