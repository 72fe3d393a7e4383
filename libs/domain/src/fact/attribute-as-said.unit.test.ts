import { expect, test } from 'vitest';
import { attributeAsSaid } from './attribute-as-said.ts';

test.each([
  ['vat number deadline', 'The deadline for the VAT numbers is November 30 now.', 'VAT numbers deadline'],
  ['number of kid', 'I have two kids, Mila and Joris.', 'number of kids'],
  ['webhook timeout', "Webhook's timeout is 10 seconds.", 'webhook timeout'],
  ['staging port', 'It is 4300.', 'staging port'],
  ['using redis', 'We switched from Redis to RabbitMQ.', 'instead of Redis'],
  ['using rabbitmq', "Actually we've switched from RabbitMQ to NATS.", 'instead of RabbitMQ'],
  ['using illustrator', 'Ich benutze jetzt Affinity statt Illustrator.', 'instead of Illustrator'],
  ['using jenkin', 'Wir sind von Jenkins zu Buildkite gewechselt.', 'instead of Jenkins'],
  ['using mysql', 'On utilise maintenant PostgreSQL au lieu de MySQL.', 'instead of MySQL'],
  ['using mysql', 'Hemos migrado de MySQL a PostgreSQL.', 'instead of MySQL'],
  ['using rabbitmq', 'We use RabbitMQ for jobs.', 'using RabbitMQ'],
  ['using kafka', 'We no longer use Kafka.', 'using Kafka'],
  ['using vitest', 'We moved from Jest to Vitest last year and use Vitest everywhere.', 'using Vitest'],
  ['node version', 'We upgraded Node to 22.4.', 'Node version'],
])('%s stands in the words of its sentence', (attribute, sentence, said) => {
  expect(attributeAsSaid(attribute, sentence)).toBe(said);
});
