import { IMPORT_FORMATS } from '@total-recall/importers';
import { z } from 'zod';
import { parser } from './option-values.ts';

/** Parses the name of a format. It stands apart, so that commands that import nothing do not load the importers. */
export const importFormat = parser(z.enum(IMPORT_FORMATS), `one of ${IMPORT_FORMATS.join(', ')}`);
