import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['I weigh 82 kilos.', 'weight', '82 kilos'],
  ['I currently weigh 74 kg, down from 79 in spring.', 'weight', '74 kg'],
  ["I'm 183 cm tall.", 'height', '183 cm'],
  ["I'm 5'11\" tall.", 'height', '5\'11"'],
  ['Ich wiege derzeit 71 kg.', 'weight', '71 kg'],
  ['Ich bin 1,84 m groß.', 'height', '1,84 m'],
  ['Je pèse 82 kilos.', 'weight', '82 kilos'],
  ['Je mesure 1,70 m.', 'height', '1,70 m'],
  ['Peso 66 kilos ahora.', 'weight', '66 kilos'],
  ['Peso 74 chili.', 'weight', '74 chili'],
  ['Hola, peso 70 kg.', 'weight', '70 kg'],
  ['Yo peso 70 kg. ¿Cuánta proteína necesito?', 'weight', '70 kg'],
  ['Ahora peso 70 kg. Antes pesaba más.', 'weight', '70 kg'],
  ['Io peso 70 chili. Quanto devo mangiare?', 'weight', '70 chili'],
  ['Ora peso 70 chili. Va meglio.', 'weight', '70 chili'],
  ['Eu peso 80 kg. Quanto devo comer?', 'weight', '80 kg'],
  ['Agora peso 80 kg. Estou feliz.', 'weight', '80 kg'],
  ['我现在体重70公斤。', 'weight', '70公斤'],
])('what somebody weighs and how tall he is: %s', (text, attribute, value) => {
  expect(factIn(text).fact).toMatchObject({ label: 'user', attribute, value });
});

test('a later weight replaces an earlier one, in whatever unit', () => {
  expect(compareFacts(factIn('I weigh 82 kilos.').fact, factIn('I weigh 172 lbs.').fact)).toBe('supersedes');
});

test.each([
  'I weigh 82 kilos more than my sister.',
  'I weigh 82 kilos in my dreams.',
  "I weigh 90 kg when I'm stressed.",
  'I weigh 75 kg, I think.',
  'I weigh 25 kg and 30 kg sacks at work.',
  'I used to weigh 95 kilos.',
  'My character weighs 82 kilos.',
  "I'm 180 cm tall in heels.",
  'Ich wiege 82 Kilo Mehl ab.',
  'Ich wiege gefühlt 200 Kilo.',
  'Je pèse 80 kilos de pommes par jour.',
  'Peso 20 kg di farina.',
  'Producto: silla. Peso 12 kg.',
  'La silla es cómoda. Peso 12 kg.',
  'La scatola è pronta. Peso 12 kg.',
  'O pacote chegou. Peso 12 kg.',
  'Peso 12 kg. Envío gratis.',
  'Peso 12 kg. Altezza 40 cm.',
  'Mesa de jantar\nPeso 12 kg',
  '他体重90公斤。',
  'Ich habe zwei Kinder gesehen.',
  "J'ai deux chats à garder ce week-end.",
])('what is weighed, and what others weigh, is not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each(['Ich bin 1,84 m groß.', 'Ich bin 2,5 Jahre dabei.'])('a number with a fraction is no age: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute === 'age')).toEqual([]);
});

test.each([
  ['timeout = 30s', 'timeout', '30s'],
  ['max_connections = 8', 'max_connection', '8'],
  ['log_level = debug', 'log_level', 'debug'],
  ['debounce: 250ms', 'debounce', '250ms'],
  ['port = 8080', 'port', '8080'],
  ['httpPort=8080', 'httpport', '8080'],
  ['db.pool-size = 20', 'db.pool-size', '20'],
  ['server.port=9090', 'server.port', '9090'],
  ['retries: 3s', 'retry', '3s'],
  ['REQUEST_TIMEOUT_SECONDS=15', 'request_timeout_second', '15'],
  ['aws_region = eu-west-1', 'aws_region', 'eu-west-1'],
  ['upload_limit = 20MB', 'upload_limit', '20MB'],
  ['polling_interval: 10s', 'polling_interval', '10s'],
  ['cache_ttl = off', 'cache_ttl', 'off'],
])('a setting that is the whole of a message is read: %s', (text, attribute, value) => {
  expect(factIn(text).fact).toMatchObject({ label: 'project', kind: 'value', attribute, value });
});

test.each([
  '[server]\nhost = 0.0.0.0\ntimeout = 30s',
  'timeout = 30s\npool = 10',
  'In the docs I found: timeout = 30s',
  'The log shows timeout = 30s and then it hangs.',
  'What does timeout = 30s do?',
  'const timeout = 30s;',
  'x = 5',
  'total = 30',
  'api_key = sk-abc123',
  'README.md = 5',
  'db_pass = hunter2',
  'smtp_pass = hunter2',
  'api-pass = hunter2',
  'ssh_passphrase=hunter2',
  'api_pin=1234',
  'pin_code = 4711',
  'credit_card = 4111111111111111',
  'totp_seed=JBSWY3DP',
  'recovery_code=1234',
  'session_cookie=a1b2',
  'private.pem=MIIE',
  'jwt.value = eyJ',
  'tax_id = 12345',
  'iban.de = DE89',
  'database_url = postgres://admin:hunter2@db.local/x',
  'passport=1234567',
  'airport = 1',
  'support =1',
  'report=1',
  'import=1',
  'self.count = 0',
  'my_list = []',
  'total_price = unit_price*qty',
  'foo.bar = baz',
  'e.g = x',
  'half-time: 45min',
  'self.timeout = 30',
  'pool_size = n*2',
  'timeout = get_timeout()',
  'port = "80"',
  'Port = Hafen',
  'port = args.port',
  'jwt_ttl = 3600',
  'pin_retries = 3',
  'db_region = admin@host',
  'timeout == 30',
  'retries += 1',
  'timeout => 5',
  'transport=2',
  'credit_limit = 5000',
  'ssn_port=123456',
  'redis_url = redis://:pw@h:6379',
  'player.level = easy',
])('settings beside other words, code and secrets are not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
