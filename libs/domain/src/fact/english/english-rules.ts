import type { FactRule } from '../fact-rule.ts';
import { BANKS } from './bank-rules.ts';
import { BODIES } from './body-rules.ts';
import { DATES } from './date-rules.ts';
import { DECISIONS } from './decision-rules.ts';
import { ENDINGS } from './ending-rules.ts';
import { EVENTS } from './event-rules.ts';
import { HABITS } from './habit-rules.ts';
import { MONTHS_DUE } from '../month-rules.ts';
import { ANSWERS, CORRECTIONS, INSTRUCTIONS, KEPT } from './instruction-rules.ts';
import { JOBS } from './job-rules.ts';
import { LATER } from './later-rules.ts';
import { LIFE } from './life-rules.ts';
import { LIFTS } from './lift-rules.ts';
import { OWNERS } from './owner-rules.ts';
import { PARTS } from './part-rules.ts';
import { PEOPLE } from './people-rules.ts';
import { PERSONAL } from './personal-rules.ts';
import { PLACES } from './place-rules.ts';
import { PREFERENCES } from './preference-rules.ts';
import { PRICES } from './price-rules.ts';
import { RELATIVES } from './relative-rules.ts';
import { REPLACED } from './replaced-rules.ts';
import { SCHOOLS } from './school-rules.ts';
import { SETTINGS } from './setting-rules.ts';
import { STATED_BARELY } from './bare-rules.ts';
import { STANDING } from './standing-rules.ts';
import { TOOLS, VERSIONED_PROGRAMS } from './tool-rules.ts';
import { REFERENCES, VALUES } from './value-rules.ts';
import { VERSIONS } from './version-rules.ts';

/** Rules in the order in which they are tried; the first that reads a stretch of a sentence has it. */
export const ENGLISH_RULES: readonly FactRule[] = [
  ...ANSWERS,
  ...INSTRUCTIONS,
  ...STANDING,
  ...REFERENCES,
  ...PLACES,
  ...PEOPLE,
  ...OWNERS,
  ...JOBS,
  ...SCHOOLS,
  ...BANKS,
  ...RELATIVES,
  ...PERSONAL,
  ...BODIES,
  ...PREFERENCES,
  ...PRICES,
  ...VERSIONS,
  ...VERSIONED_PROGRAMS,
  ...PARTS,
  ...MONTHS_DUE,
  ...REPLACED,
  ...VALUES,
  ...DATES,
  ...STATED_BARELY,
  ...SETTINGS,
  ...TOOLS,
  ...DECISIONS,
  ...CORRECTIONS,
  ...HABITS,
  ...LATER,
  ...EVENTS,
  ...LIFE,
  ...KEPT,
  ...ENDINGS,
  ...LIFTS,
];
