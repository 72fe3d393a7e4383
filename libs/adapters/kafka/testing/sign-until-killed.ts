import { signHead } from '@total-recall/runtime';
import { createKafkaControlStore } from '../src/control-store/kafka-control-store.ts';
import { TEST_SIGNER } from './audit-signer.ts';

/** Owns the audit and signs the ends of its chains, until it is killed. Prints a line for each end it is about to sign. */
const [brokers, prefix] = process.argv.slice(2) as [string, string];
const store = await createKafkaControlStore({ kafka: { brokers: brokers.split(',') }, prefix, replication: 1 });
const share = await store.ownAudit();
for (;;) {
  const { ends, breaks } = await share.unsigned();
  if (breaks.length > 0) throw new Error(`There is no break, but ${JSON.stringify(breaks)} was found.`);
  for (const { chain, number } of ends) process.stdout.write(`${chain} ${number}\n`);
  await share.sign(await Promise.all(ends.map((head) => signHead(head, TEST_SIGNER))));
}
