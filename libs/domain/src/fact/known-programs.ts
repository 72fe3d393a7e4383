/**
 * Names of programs and services that are hardly anything else, in any case: what a bare sentence says of one of them it says
 * of a program. Names that are words or persons, too, are missing on purpose. Regular expressions.
 */
const KNOWN = [
  'postgres(?:ql)?|mysql|mariadb|sqlite|redis|valkey|memcached|mongo(?:db)?|couchdb|cassandra|scylladb|dynamodb|clickhouse|duckdb|elasticsearch|opensearch|meilisearch|typesense|qdrant|weaviate|milvus|pgvector|neo4j|influxdb|timescaledb|bigquery|redshift',
  'kafka|redpanda|rabbitmq|nats|activemq|bullmq|sidekiq|celery|sqs|grpc|trpc|graphql|protobuf',
  'kubernetes|k8s|docker|podman|terraform|opentofu|pulumi|ansible|nginx|caddy|traefik|haproxy|jenkins|gitlab|github|circleci|buildkite|bitbucket|vercel|netlify|heroku|hetzner|digitalocean|cloudflare|aws|gcp|azure|ovh|scaleway|linode|supabase|firebase|ubuntu|debian|fedora|nixos',
  'npm|pnpm|yarn|node(?:\\.?js)?|deno|webpack|vite|vitest|jest|mocha|cypress|playwright|esbuild|rollup|turborepo|eslint|oxlint|prettier|pytest|react|svelte|sveltekit|angular|vue|nuxt|django|fastapi|laravel|symfony|rails|fastify|nestjs|hono|prisma|typeorm|sequelize|sqlalchemy|tailwind|redux|zustand|mobx|tensorflow|pytorch|numpy|airflow|dagster|dbt',
  'datadog|grafana|prometheus|posthog|mixpanel|stripe|auth0|okta|keycloak|twilio|sendgrid|mailgun|jira|confluence|wordpress|shopify|typescript|javascript|python|kotlin|golang|neovim|nvim|vim|emacs|intellij|webstorm|pycharm|vs~?code|xcode',
].join('|');

/** Names that are written as hardly anything but a program's is: FastAPI, Next.js, Fly.io. */
const COINED =
  "(?-i:(?!(?:Mc|Mac|De|Di|La|Le|Van|O['’])\\p{Lu})(?:\\p{L}+(?:\\p{Ll}\\p{Lu}|\\p{Lu}{2}\\p{Ll})[\\p{L}\\p{N}+#]*|\\p{Lu}\\p{L}+\\.(?:js|ts|io|ai|rs|NET)))";

/** Names among them that are words or persons as well, as they are written where nothing else says that a program is meant. */
const ALSO_WORDS = '(?-i:celery|yarn|mocha|rails|azure|python|node|jest|caddy|stripe|rollup|prettier|deno|vue|[Cc]assandra)';
/** Matches a program where no part of the work is named: no coined name, as shops and persons have them, but "Fly.io". */
export const BARE_PROGRAM = `(?=(?!(?:${ALSO_WORDS})(?!\\p{L}))(?:(?:${KNOWN})(?![\\p{L}\\p{N}'’_-])|(?-i:\\p{Lu}\\p{L}+\\.(?:js|ts|io|ai|rs|NET)(?![\\p{L}\\p{N}]))))`;

/** Matches the name of a program, with what its name goes on in: "GitHub Actions"; `~` is white space. */
export const KNOWN_PROGRAM = `(?:(?:${KNOWN}|${COINED})(?![\\p{L}\\p{N}'’_-])(?:~(?-i:(?!(?:I|We|The|Our|My)(?!\\p{L}))\\p{Lu})[\\p{L}\\p{N}+#-]*){0,2})`;
