import type { ErasureScope } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';

/** Refuses a tenant that is not named as the caller's own, and places that the key is not bound to. Errors: `forbidden`. */
export function checkNamedScope(scope: ErasureScope, tenant: string | undefined, caller: Caller): void {
  if (scope.kind === 'tenant' && tenant !== caller.tenant)
    throw new TotalRecallError('forbidden', 'body.tenant: name your own tenant, to say that you mean everything of it.');
  if (!isWithin(caller, scope.kind === 'tenant' ? undefined : scope.space))
    throw new TotalRecallError('forbidden', 'The key is bound to other spaces.');
}

/** Whether a key may hear of what concerns a space, or with undefined several. */
export function isWithin({ spaces }: Pick<Caller, 'spaces'>, space: string | undefined): boolean {
  return spaces === undefined || (space !== undefined && spaces.includes(space));
}

/** For the audit log. Names of places, never of a person. */
export function targetOf(scope: ErasureScope): string {
  switch (scope.kind) {
    case 'tenant':
      return 'tenant';
    case 'subject':
      return scope.space === undefined ? 'subject' : `subject in ${scope.space}`;
    case 'session':
      return `${scope.space}/${scope.session}`;
    case 'events':
      return `${scope.space}: ${scope.eventIds.length} events`;
    case 'space':
      return scope.space;
  }
}
