import { describe, expect, it } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

describe('a thing without an article that has changed', () => {
  it.each([
    ['planning moved to Tuesday', 'planning: Tuesday'],
    ['Retrospective moved to Friday.', 'retrospective: Friday'],
    ['Maintenance window changed to Sunday', 'maintenance window: Sunday'],
    ['choir practice is now on Wednesday', 'choir practice: Wednesday'],
    ['office hours are now at 4 pm.', 'office hour: 4 pm'],
    ['Support shift was moved from Monday to Thursday.', 'support shift: Thursday'],
    ['Heads up: harbour sync moved to 14:30.', 'harbour sync: 14:30'],
    ['SLT moved to Wednesday', 'slt: Wednesday'],
    ['Sprint length changed to 3 weeks', 'sprint length: 3 weeks'],
    ['Timeout changed to 45s.', 'timeout: 45s'],
    ['Max upload size changed to 80 MB', 'max upload size: 80 MB'],
    ['Upload limit raised to 80 MB', 'upload limit: 80 MB'],
    ["Stand-up's now at 9:15.", 'stand-up: 9:15'],
    ['Standup is at 9:15 as of today', 'standup: 9:15'],
  ])('has its new value: %s', (text, fact) => {
    expect(valuesIn(text)).toContain(fact);
    expect(factsIn(text)).toEqual([expect.objectContaining({ saysChange: true })]);
  });

  it.each([
    'Torvald moved to Thursday.',
    'Tom moved to Thursday',
    'Ines Duarte moved to Thursday',
    'It is now Friday.',
    'It moved to Thursday.',
    'Everyone moved to Thursday',
    'time is now 9:30',
    'Torvald thinks planning moved to Tuesday',
    'maybe planning moved to Tuesday',
    'planning almost moved to Tuesday',
    'If planning moved to Tuesday, I cannot come.',
    'planning should be moved to Tuesday',
    'planning moved to Tuesday?',
    'planning moved to Tuesday this week',
    'planning moved to Tuesday just this once',
    'Standup is now at 9:15 today',
    "Monday's standup moved to 9:15",
    "Ida's party moved to Friday",
    'cursor moved to line 5',
    'Unemployment changed to 5%',
    'file changed to 5 lines',
    'traffic changed to 2 hours',
    'last planning moved to Tuesday',
  ])('is told from a person, a doubt, a wish and one occasion: %s', (text) => expect(valuesIn(text)).toEqual([]));
});
