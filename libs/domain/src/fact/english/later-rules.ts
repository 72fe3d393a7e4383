import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM } from '../known-programs.ts';

/** Conditions that people and teams wait for. A program waits in other words: "once the request completes". */
const MEANS =
  '(?:money|budget|funding|funds|cash|time|people|staff|capacity|revenue|customers|investors|savings|a~(?:second|bigger|proper|real)~(?:team|office|flat|house|budget)|(?:the|a)~(?:visa|permit|permission|approval|contract|grant|loan|licen[cs]e|degree|diploma))';
const UNDERTAKING =
  '(?:audit|pilot|beta|budget|funding|contract|deal|grant|loan|lease|mortgage|visa|permit|exams?|thesis|renovation|pregnancy|parental~leave|probation|summer|winter|quarter|fiscal~year|warranty|subscription|notice~period)';
const DONE =
  '(?:(?:is|are)~(?:over|done|finished|approved|signed|granted|secured|through|in~place|behind~us|paid~off|there)|(?:ends|arrives|expires|comes~through|runs~out))';
const WHEN = '(?:once|as~soon~as|when)';
const FIRST = `(?:${WHEN}~(?:we|I)~(?:(?:finally|actually)~)?(?:have|get|find|raise|secure)~(?:(?:the|more|enough|some|our)~)?${MEANS}(?:~(?:for~(?:it|that|this)|again|to~spend|in~the~bank))?|${WHEN}~(?:the|our|my)~(?:[\\p{L}-]+~)?${UNDERTAKING}~${DONE})`;
const THEN =
  "(?:we|I)(?:['’]ll~|~will~|(?:['’]re~|~are~|['’]m~|~am~)going~to~|~plan~to~|~)(?:also~|finally~|then~)?(?:(?:move|switch|migrate|upgrade|go~back|change)~(?:over~)?to|hire|buy|rewrite|replace|rent|retire|renovate|travel|move~(?:out|in|house))(?!\\p{L})";
const UNSURE = '(?![^.;!?]*~(?:if|unless|maybe|perhaps|probably|might|could)(?!\\p{L}))';
const PLAN = `${UNSURE}${FIRST},?~(?:then~)?${THEN}[^.;!?]*`;

/** Plans that wait for something. The fact is the whole sentence with what it waits for; nothing replaces it, and it replaces nothing. */
export const LATER: readonly FactRule[] = [
  { kind: 'decision', label: 'project', opens: true, pattern: said(`(?=[^.;!?]*(?<![\\p{L}\\p{N}])${BARE_PROGRAM})${PLAN}`) },
  { kind: 'personal', label: 'user', opens: true, pattern: said(PLAN) },
];
