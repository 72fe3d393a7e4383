export { TotalRecallSession, type SessionPlace } from './total-recall-session.ts';
