import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

test.each([
  'Our database is now HA.',
  'Our database is now EOL.',
  'Our database is now MySQL-compatible.',
  'Our database is now GDPR compliant.',
  'Our framework is now React-based.',
  'Our framework is now Rails-like.',
  'Our queue is now OK.',
  'My manager is now CTO.',
  'My manager is CTO.',
  'My manager is now VP.',
  'My boss is now Canadian.',
  'My boss is now German.',
  'My visa is now Approved.',
  'My order is now Shipped.',
  'My ticket is now Closed.',
  'Our default branch is now CI-protected.',
  'Mein Chef ist jetzt Rentner.',
  'Mein Chef ist jetzt Kanadier.',
  'Mein Chef ist jetzt Vater.',
  'Mon chef est maintenant Papa.',
  'Mi jefe ahora es Padre.',
  'My bank is now IPO-ready.',
  'Our password manager is now SOC2-certified.',
  'My laptop is now Linux-only.',
  'My project lead is now AWOL.',
  'Our tech lead is now Senior.',
  'My manager is now Head of Product.',
  'My favorite language is now OK on Windows.',
  'My favorite city is now Christmas-themed.',
  'Our test runner is now CI-only.',
  'Our database is now Multi-AZ.',
  'Our website is now HTTPS-only.',
  'Our app is now Open Source.',
])('words for how a thing is, or what somebody is, name no other: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute !== undefined)).toEqual([]);
});

test.each([
  ['Our database is now Postgres.', 'database: Postgres'],
  ['Our cloud is now AWS.', 'cloud: AWS'],
  ['Our cloud is now Hetzner because it is cheap.', 'cloud: Hetzner'],
  ['Our broker is now NATS.', 'broker: NATS'],
  ['Our password manager is now Bitwarden.', 'password manager: Bitwarden'],
  ['My boss is now Anna Weber.', 'boss: Anna Weber'],
  ['My boss is now Dr. Hall.', 'boss: Hall'],
  ['Our tech lead is now Priya.', 'tech lead: Priya'],
  ['Mein Chef ist jetzt Peter Müller.', 'chef: Peter Müller'],
  ['Mein Chef ist jetzt Werner.', 'chef: Werner'],
  ['Our working language is now German.', 'working language: German'],
])('a name of another one is its value: %s', (text, value) => {
  expect(valuesIn(text)).toEqual([value]);
});
