export { readQueryTime } from './query-time/read-query-time.ts';
export { createTextAnalyser } from './analyser/create-text-analyser.ts';
export { readNamedTime, type NamedTime } from './query-time/read-named-time.ts';
