import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

/** Returns true where the later of two statements replaces the earlier. */
function replaces(earlier: string, later: string): boolean {
  return factsIn(earlier).some((was) => factsIn(later).some((is) => compareFacts(was, is) === 'supersedes'));
}

describe('a program that is used for something', () => {
  it.each([
    ['We use Redis for queues.', 'We switched from Redis to NATS for queues.'],
    ['We use Jest for unit tests.', 'We switched from Jest to Vitest for unit tests.'],
    ['We use Jest for the unit tests.', 'We replaced Jest with Vitest for unit tests.'],
    ['We use npm in this repo.', 'We switched from npm to pnpm in this repo.'],
    ['We use MySQL for billing.', 'We migrated from MySQL to Postgres for billing.'],
    ['We use npm.', 'We switched from npm to pnpm in this repo.'],
    ['We use Redis for the job queue.', "We've replaced Redis with NATS for the job queue."],
    ['I use Vim for notes.', 'I switched from Vim to Obsidian for notes.'],
    ['We use Redis for queues.', 'We no longer use Redis for queues.'],
    ['We use Redis for queues.', 'We switched from Redis to NATS.'],
    ['We use Redis for queues.', 'We stopped using Redis.'],
    ['We switched from Redis to RabbitMQ for queues.', 'We switched from RabbitMQ to NATS for queues.'],
    ['We switched from Redis to RabbitMQ for queues.', 'We replaced RabbitMQ with NATS.'],
    ["We're using Webpack for the frontend build.", 'We moved from Webpack to Vite for the frontend build.'],
    ['We use Cypress in our monorepo.', 'We switched from Cypress to Playwright in our monorepo.'],
    ['We use Sentry for error tracking.', 'We replaced Sentry with GlitchTip for error tracking.'],
    ['We use Mocha for integration tests.', 'We migrated from Mocha to Vitest for integration tests.'],
    ['We currently use yarn in this project.', 'We switched from yarn to pnpm in this project.'],
    ['We use ESLint for linting.', "We've switched from ESLint to Biome for linting."],
    ['We use SendGrid for emails.', 'We swapped SendGrid for Postmark for emails.'],
    ['We use Kafka for events.', 'We stopped using Kafka for events.'],
    ['We use Elasticsearch for search.', 'Last week we replaced Elasticsearch with Meilisearch for search.'],
    ["I'm using Sublime for Python.", 'I switched from Sublime to Zed for Python.'],
    ['We use Celery for background jobs.', 'We switched from Celery to Temporal for background jobs because it is durable.'],
    ['We migrated from Jenkins to CircleCI for builds.', 'We migrated from CircleCI to Buildkite for builds.'],
    ['We use Mailgun for newsletters.', 'We switched from Mailgun to Postmark for newsletters.'],
    ['We use Puppet in this repository.', 'We replaced Puppet with Ansible in this repository.'],
    ['We use Memcached for sessions now.', "We've replaced Memcached with Valkey for sessions."],
    ['We use Gulp.', 'We replaced Gulp with esbuild.'],
    ['We still use Bower for the assets.', 'We moved from Bower to pnpm for the assets.'],
  ])('is replaced: %s - %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(true);
  });

  it.each([
    ['We use Redis for caching.', 'We switched from Redis to NATS for queues.'],
    ['We use MySQL.', 'We switched from MySQL to Postgres for billing.'],
    ['We use Jest.', 'We replaced Jest with Vitest for unit tests.'],
    ['We use Redis.', 'We switched from Redis to NATS for queues.'],
    ['We use Babel.', 'We switched from Babel to SWC for transpiling.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for search, because Solr was slow.'],
    ['We use Redis for caching.', 'We no longer use Redis for queues.'],
    ['We use Redis for queues and caching.', 'We switched from Redis to NATS for queues.'],
    ['We use Redis for queues, caching and locks.', 'We switched from Redis to NATS for queues.'],
    ['We use Redis heavily for caching.', 'We switched from Redis to NATS for queues.'],
    ['We use npm.', 'We switched from npm to pnpm on CI.'],
    ['We use MySQL.', 'We switched from MySQL to Postgres in staging.'],
    ['We use MySQL in production.', 'We switched from MySQL to Postgres in staging.'],
    ['We use MySQL for billing.', 'We switched from MySQL to Postgres for search.'],
    ['The worker uses Redis.', 'We switched from Redis to NATS for queues.'],
    ['We use Redis.', 'We no longer use Redis for queues.'],
    ['We use Redis.', 'We switched from Redis to NATS for the demo.'],
    ['We use MySQL.', 'We switched from MySQL to Postgres for new services.'],
    ['We use MySQL.', 'We switched from MySQL to Postgres for Acme.'],
    ['The cache is fast because we use Redis.', 'We switched from Redis to NATS for queues.'],
    ['We use Memcached for queues.', 'We switched from Redis to NATS for queues.'],
    ['We use Redis for queues.', 'We might switch from Redis to NATS for queues.'],
    ['We use Redis for queues.', 'They switched from Redis to NATS for queues.'],
    ['We use Redis for queues.', 'Should we switch from Redis to NATS for queues?'],
    ['We use NATS for queues.', 'We switched from Redis to NATS for queues.'],
    ['We switched from Redis to RabbitMQ for mails.', 'We switched from RabbitMQ to NATS for queues.'],
    ['I use Redis for queues.', 'We switched from Redis to NATS for queues.'],
    ['We use Redis for queues in the API.', 'We switched from Redis to NATS for queues in the worker.'],
    ['We use Postgres for orders.', 'We switched from Postgres to ClickHouse for analytics.'],
    ['We use Kafka for events and logs.', 'We replaced Kafka with NATS for events.'],
    ['We use Kafka for logs.', 'We stopped using Kafka for events.'],
    ['We use Docker on the build agents.', 'We switched from Docker to Podman on the laptops.'],
    ['We use Terraform.', 'We switched from Terraform to Pulumi in the sandbox account.'],
    ['We use Slack with customers.', 'We switched from Slack to Zulip for internal chat.'],
    ['We use Sentry.', 'We replaced Sentry with GlitchTip for a week.'],
    ['We use Sentry.', 'We replaced Sentry with GlitchTip for one customer.'],
    ['We use Node.', 'We switched from Node to Bun for some scripts.'],
    ['Our frontend uses Webpack.', 'We switched from Webpack to Vite for the docs.'],
    ['We use Webpack for the app.', 'We switched from Webpack to Vite for the docs.'],
    ['We use SQLite as a cache.', 'We switched from SQLite to Postgres for sessions.'],
    ['We use yarn in the web repo.', 'We switched from yarn to pnpm in the api repo.'],
    ['We use Airflow.', 'We switched from Airflow to Dagster for the trial.'],
    ['We use Kafka mostly for logs.', 'We replaced Kafka with NATS for events.'],
    ['We use Ansible for servers.', 'We want to switch from Ansible to Nix for servers.'],
    ['We use Ansible for servers.', 'If it fails, we switched from Ansible to Nix for servers for nothing.'],
    ['We use Redis.', "We don't use Redis for sessions anymore."],
    ['We use Solr for the shop, and for the blog.', 'We migrated from Solr to Typesense for the shop.'],
    ['We use Solr everywhere except search.', 'We migrated from Solr to Typesense for search.'],
    ['Our logs are big since we use Solr.', 'We migrated from Solr to Typesense for search.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for the German shop.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for fun in a side project.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for now.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for testing.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for half of the shops.'],
    ['We use Solr.', 'We migrated from Solr to Typesense for logs only.'],
    ['We use Solr.', 'We migrated from Solr to Typesense in one repo.'],
    ['We use Solr for logs.', 'We migrated from Solr to Typesense in this repo.'],
    ['We use Solr in this repo.', 'We migrated from Solr to Typesense for logs.'],
    ['We use Kafka for events.', 'We use NATS for events.'],
    ['We use Kafka for events.', 'We replaced RabbitMQ with NATS for events.'],
    ['I use Chrome for work.', 'I switched from Chrome to Firefox for banking.'],
    ['I use Chrome.', 'I no longer use Chrome for banking.'],
    ['We use Kafka for events.', 'We replaced Kafka with NATS for events in staging.'],
    ['We use Kafka for billing events.', 'We replaced Kafka with NATS for shipping events.'],
    ['We use Jest in the app, Vitest in the docs.', 'We switched from Jest to Vitest for the site.'],
  ])('stays: %s - %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(false);
  });

  it.each([
    ['We use Redis for queues.', 'We use Redis for caching.', 'beside'],
    ['We use Redis.', 'We use Redis for caching.', 'beside'],
    ['We use Redis for queues.', 'We use Redis for the queues now.', 'same'],
    ['We use Redis.', 'We still use Redis because it is fast.', 'same'],
  ])('is one use for each purpose: %s - %s', (earlier, later, relation) => {
    expect(compareFacts(factsIn(earlier)[0]!, factsIn(later)[0]!)).toBe(relation);
  });
});
