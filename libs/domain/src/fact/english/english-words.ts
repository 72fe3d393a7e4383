/** Words of time between a person and what he does. */
export const NOW = '(?:now|currently|just|recently|already|finally|actually|still|also|both|really|officially|presently)';
export const I_HAVE = `(?:I|we)(?:['’]ve|~have)?(?:~${NOW})?`;
export const I_AM = `(?:I['’]?m|I~am)(?:~${NOW}|~not~only)?`;
