import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM } from '../known-programs.ts';

/** What has to be so first: money, people or time, or whatever "once" and "as soon as" name. */
const FIRST =
  '(?:(?:once|as~soon~as)~(?:we|the|our|I)(?!\\p{L})(?![^,.;!?]*~(?:had|was|were|did)(?!\\p{L}))|when~(?:we|I)~(?:(?:finally|actually)~)?have~(?:(?:the|more|enough|some)~)?(?:money|budget|funding|funds|cash|time|people|capacity|revenue)(?!\\p{L}))';
const THEN =
  "(?:we|I)(?:['’]ll~|~will~|(?:['’]re|~are|['’]m|~am)~going~to~|~plan~to~|~)(?:also~|finally~|then~)?(?:move|switch|migrate|hire|buy|rewrite|replace|drop|upgrade|open|launch|start|add|rent|retire|split|ship|roll~out|renovate|travel)(?!\\p{L})";
const UNSURE = '(?![^.;!?]*~(?:if|unless|maybe|perhaps|probably|might|could)(?!\\p{L}))';
const PLAN = `${FIRST}${UNSURE}[^,.;!?]{0,70}?,?~(?:then~)?${THEN}[^.;!?]*`;

/** Plans that wait for something. The fact is the whole sentence with what it waits for; nothing replaces it, and it replaces nothing. */
export const LATER: readonly FactRule[] = [
  { kind: 'decision', label: 'project', opens: true, pattern: said(`(?=[^.;!?]*(?<![\\p{L}\\p{N}])${BARE_PROGRAM})${PLAN}`) },
  { kind: 'personal', label: 'user', opens: true, pattern: said(PLAN) },
];
