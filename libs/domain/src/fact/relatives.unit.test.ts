import { describe, expect, it } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const said = (text: string): string[] => factsIn(text).map(({ attribute, value }) => `${attribute ?? ''}: ${value ?? ''}`);

describe('what is said of somebody near to the user', () => {
  it.each([
    ['My wife works at Siemens.', 'wife employer: Siemens'],
    ['My daughter is 7.', 'daughter age: 7'],
    ['My son turned 8 yesterday.', 'son age: 8'],
    ['My grandmother is 91 years old.', 'grandmother age: 91 years old'],
    ['My wife is vegetarian.', 'wife diet: vegetarian'],
    ['My son is 5 and likes cars.', 'son age: 5'],
    ['My sister moved to the Netherlands in May.', 'sister home: Netherlands'],
    ['My wife moved to New York.', 'wife home: New York'],
    ["My wife doesn't eat red meat.", 'wife does not eat red meat: '],
    ['My wife is a vegetarian, so book something green.', 'wife diet: vegetarian'],
    ['My mother lives in Graz.', 'mother home: Graz'],
    ['My sister moved to Oslo.', 'sister home: Oslo'],
    ['My wife moved to Rome last year.', 'wife home: Rome'],
    ['My brother Tom lives in Bonn.', 'brother tom home: Bonn'],
    ['My partner is a nurse.', 'partner occupation: nurse'],
    ['My father works as a carpenter.', 'father occupation: carpenter'],
    ['My husband does not eat pork.', 'husband does not eat pork: '],
    ['My son is allergic to penicillin.', 'son allergy to penicillin: penicillin'],
    ['My mother-in-law is diabetic.', 'mother-in-law condition diabetic: diabetic'],
  ])('is a personal fact of his: %s', (text, fact) => {
    expect(said(text)).toEqual([fact]);
    expect(factIn(text).fact).toMatchObject({ label: 'user', kind: 'personal' });
  });

  it.each([
    'If my wife works at Siemens, tell me.',
    "My wife's boss lives in Graz.",
    'The sister of my wife lives in Graz.',
    'Is my wife allergic to nuts?',
    'I think my wife is allergic to nuts.',
    'My wife is allergic to nonsense.',
    'My wife is not vegetarian.',
    'My wife might move to Oslo.',
    'My wife would live in Graz.',
    'My wife wants to be a nurse.',
    'My sister lived in Rome.',
    'My sister lives in a dream.',
    'In the novel my sister lives in Oslo.',
    'My friend lives in fear.',
    'My wife works for free.',
    'My brother moved to Linux.',
    'My friend moved to Teams.',
    'My mother moved to tears.',
    'My sister is a nurse in the play.',
    'My son is blind to it.',
    'My son does not eat much.',
    'My daughter is 7 points ahead.',
    'My husband moved to the Berlin office.',
    'My husband moved to the London team.',
    'My wife moved to the Tokyo Office.',
    'My wife lives in the Berlin office.',
    'My kids are 5 and 7.',
    'My kids turned 5 today.',
    'My twins are 5.',
    'My parents are 70 and 68.',
    'My sisters are 20 and 22.',
    'My son is 2 and a half.',
    'My son is 2, nearly 3.',
    'My husband does not eat lunch.',
    'My daughter does not eat her breakfast.',
    'My dad does not eat alone.',
    "My mom doesn't eat well.",
    "My dad doesn't eat quickly.",
    "My son can't eat his soup.",
    "My son doesn't eat fish right now.",
    "My son doesn't eat fish when he is ill.",
    "My mom can't eat fish on Fridays.",
    "My son doesn't eat fish at school.",
    "My dad doesn't eat meat during Lent.",
    "My dad doesn't eat oysters raw.",
    'Tom says my wife works at Siemens.',
    'My wife moved to the marketing team.',
    'His wife works at Siemens.',
    'Pretend my wife is vegetarian.',
  ])('is none where it is doubted, of former times or of another: %s', (text) => {
    expect(said(text)).toEqual([]);
  });

  it.each([
    ['My wife works at Siemens.', 'My wife now works at Bosch.', 'supersedes'],
    ['My mother lives in Graz.', 'My mother moved to Linz.', 'supersedes'],
    ['My son is 5.', 'My son turned 6 today.', 'supersedes'],
    ['My son is 5.', 'My older son turned 12 today.', 'beside'],
    ['My wife works at Siemens.', 'My wife works at Bosch.', 'beside'],
    ['My sister lives in Rome.', 'My sister moved to Oslo.', 'beside'],
    ['My sister Anna lives in Rome.', 'My sister Eva now lives in Oslo.', 'beside'],
    ['I live in Rome.', 'My wife now lives in Oslo.', 'beside'],
    ['I work at Siemens.', 'My wife now works at Bosch.', 'beside'],
  ] as const)('replaces only what was said of the same person: %s - %s %s', (earlier, later, relation) => {
    expect(compareFacts(factIn(earlier).fact, factIn(later).fact)).toBe(relation);
  });
});

describe('an allergy by its noun', () => {
  it.each([
    ['Ich habe eine Allergie gegen Nüsse.', 'Nüsse'],
    ["J'ai une allergie aux noix.", 'noix'],
    ['Tengo alergia al marisco.', 'marisco'],
    ["Ho un'allergia alle noci.", 'noci'],
    ['Tenho alergia a amendoim.', 'amendoim'],
    ['Ik heb een allergie voor noten.', 'noten'],
    ['Jag har en allergi mot nötter.', 'nötter'],
  ])('is read: %s', (text, value) => {
    expect(factIn(text).fact).toMatchObject({ label: 'user', kind: 'personal', value });
  });

  it('is read where Japanese says it of oneself', () => {
    expect(factsIn('私はナッツアレルギーです。')).toHaveLength(1);
  });

  it.each(['Ich habe eine Allergie gegen Arbeit.', 'Hast du eine Allergie gegen Nüsse?', "J'ai une allergie aux questions."])(
    'is none in jest or in a question: %s',
    (text) => {
      expect(factsIn(text)).toEqual([]);
    },
  );
});
