import 'reflect-metadata';
import fc from 'fast-check';

// The seed is fixed by default so that a failed run can be repeated. FC_SEED=random (or a number) explores further. The
// seed is printed on failure.
const wanted = process.env['FC_SEED'];
const seed = wanted === undefined ? 20_260_612 : wanted === 'random' ? Date.now() & 0x7fffffff : Number(wanted);
// FC_SHRINK=no ends a property at its first failure, without a search for the smallest.
fc.configureGlobal({ seed, numRuns: Number(process.env['FC_RUNS'] ?? 100), endOnFailure: process.env['FC_SHRINK'] === 'no' });
