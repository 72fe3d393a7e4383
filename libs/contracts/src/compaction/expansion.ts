import { z } from 'zod';
import { eventView } from '../event/event-view.ts';
import { cursor } from '../wire/identifier.ts';
import { marker } from './marker.ts';

export const markerExpansion = z.object({
  marker,
  events: z.array(eventView).describe('The span exactly, in order.'),
  cursor: cursor.optional(),
});
