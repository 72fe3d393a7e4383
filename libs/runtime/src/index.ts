export { TotalRecallError, toTotalRecallError } from './errors.ts';
export { LIMITS } from './limits.ts';
