import { eventKey } from '../plan/document-ids.ts';

export function pinId(scope: string, eventId: string): string {
  return `${eventKey(scope, eventId)}.pin`;
}

export function supersessionId(scope: string, eventId: string): string {
  return `${eventKey(scope, eventId)}.by`;
}
