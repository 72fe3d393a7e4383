/** Names that people move to and nobody lives in: programs, services, languages, ways of work, teams, posts. */
export const NO_PLACE = `(?:${[
  'slack|discord|mattermost|(?:microsoft~)?teams|zoom|google|gmail|outlook|excel|office|microsoft|notion|confluence|jira|linear|asana|trello|basecamp|clickup|airtable|obsidian|figma|sketch|miro',
  'git|github|gitlab|gitea|bitbucket|jenkins|circleci|travis|buildkite|argo|kubernetes|k8s|docker|podman|helm|terraform|opentofu|pulumi|ansible|nomad|aws|amazon|azure|gcp|heroku|vercel|netlify|render|fly\\.io|hetzner|cloudflare|digitalocean|fastly',
  'postgres\\p{L}*|mysql|mariadb|sqlite|mongo\\p{L}*|redis|valkey|cassandra|dynamo\\p{L}*|clickhouse|snowflake|bigquery|elastic\\p{L}*|opensearch|kafka|rabbitmq|nats|pulsar|celery|airflow|spark|hadoop|supabase|firebase|planetscale|neon',
  'react|vue|svelte|angular|solid|next(?:\\.js)?|nuxt|remix|astro|django|flask|fastapi|rails|laravel|symfony|spring|express|fastify|hono|nest(?:js)?|tailwind|bootstrap|typescript|javascript|python|rust|go|golang|kotlin|swift|java|scala|elixir|ruby|php|node(?:\\.js)?|deno|bun|npm|yarn|pnpm|vite\\p{L}*|webpack|rollup|esbuild|turbopack|nx|bazel|gradle|maven|jest|mocha|playwright|cypress|selenium|eslint|biome|oxlint|prettier|ruff|poetry|uv|pip|conda|graphql|rest|grpc|openapi|protobuf|json|yaml|toml',
  'netflix|youtube|instagram|tiktok|facebook|twitter|spotify|twitch|babia|linux|ubuntu|debian|fedora|arch|nixos|windows|macos|ios|android|chrome|firefox|safari|vim|neovim|emacs|vs~?code|zed|cursor|intellij|sentry|datadog|grafana|prometheus|new~relic|openai|anthropic|claude|gpt\\S*|gemini|llama|mistral|stripe|paypal|shopify|wordpress|salesforce|hubspot|scrum|kanban|agile|trunk|main|master|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december',
  'plan|phase|tier|level|stage|platform|infra\\p{L}*|backend|frontend|security|data|growth|payments|marketing|sales|finance|engineering|product|design|research|support|ops|devops|sre|staff|senior|principal|junior|lead|head|director|manager|management|dvorak|colemak|qwerty|qwertz|pro|premium|enterprise|team',
].join('|')})(?![\\p{L}\\p{N}])`;

/** Nouns behind "I live in" that say how somebody lives and not where; German and titles write them with a capital. */
export const NO_HOME = `(?:${[
  'peace|sin|harmony|fear|poverty|luxury|exile|denial|misery|retirement|separation|isolation|quarantine|hiding|chaos|comfort|silence|freedom|debt|style|squalor|solitude|limbo',
  '(?!bandung|kaohsiung)\\p{L}+(?:ung|schaft|heit|keit)|miete|untermiete|rente|pension|frieden|angst|sorgen?|not|armut|sünde|saus|ruhe|eile|panik|stress|quarantäne|elternzeit|haft|liebe|harmonie|luxus|reichtum|wohlstand|exil|teilzeit|vollzeit|wgs?|ehe|familie',
  'paz|pareja|familia|armonía|pecado|soledad|silencio|libertad|pobreza|exilio|alquiler|cuarentena|paix|couple|famille|colocation|exil|harmonie|solitude|retraite|pace|coppia|famiglia|affitto|pensione|esilio|casal|família|harmonia|liberdade|exílio|vrede|armoede|rust|angst|frihet|fred',
].join('|')})(?![\\p{L}\\p{N}])`;
