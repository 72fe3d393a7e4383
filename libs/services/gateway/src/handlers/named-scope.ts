import type { ErasureScope } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';

/**
 * Refuses a scope of a tenant other than the caller's, or of places that the key is not bound to. Errors: `forbidden`.
 */
export function checkNamedScope(scope: ErasureScope, tenant: string | undefined, caller: Caller): void {
  if (scope.kind === 'tenant' && tenant !== caller.tenant)
    throw new TotalRecallError('forbidden', 'body.tenant: name your own tenant, to say that you mean everything of it.');
  if (!isWithin(caller, scope.kind === 'tenant' ? undefined : scope.space))
    throw new TotalRecallError('forbidden', 'The key is bound to other spaces.');
}

/** Returns true when a key may see what concerns a space. `undefined` stands for several spaces. */
export function isWithin({ spaces }: Pick<Caller, 'spaces'>, space: string | undefined): boolean {
  return spaces === undefined || (space !== undefined && spaces.includes(space));
}

/** Describes a scope for the audit log. It names places, never a person. */
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
