import { said, type FactRule } from '../fact-rule.ts';
import { HEIGHT, WEIGHT } from '../value-forms.ts';
import { I_AM, NOW } from './english-words.ts';

/** The end of the clause: what somebody weighs "more than his sister" or "in winter" is not what he weighs. */
const END = '(?=(?:~(?:now|again|today|these~days|right~now|at~the~moment))?\\s*(?:[.,;!]|$|~(?:and|but|so|because)(?!\\p{L}|~\\d)))';
const ABOUT = '(?:(?:about|around|roughly|exactly|only|just|almost|nearly)~)?';
const BODY = { kind: 'personal', label: 'user', value: 'body' } as const;

/** Rules for the weight and height of a person. */
export const BODIES: readonly FactRule[] = [
  { ...BODY, attribute: 'weight', pattern: said(`I~(?:${NOW}~)?weigh(?:~${NOW})?~${ABOUT}(?=${WEIGHT}${END})`) },
  { ...BODY, attribute: 'height', pattern: said(`${I_AM}~${ABOUT}(?=${HEIGHT}~tall${END})`) },
];
