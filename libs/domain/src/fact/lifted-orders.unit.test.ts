import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const lifts = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

test.each([
  ['From now on, answer in bullet points.', 'Please stop answering in bullet points.'],
  ['From now on, answer in bullet points.', 'Forget the bullet points, normal text is fine.'],
  ['Always answer in bullet points.', 'Drop the bullet points.'],
  ['Always answer in bullet points.', "You don't have to answer in bullet points any more."],
  ['Always answer in bullet points.', 'You no longer need to use bullet points.'],
  ['Always add emojis.', 'Stop using emojis.'],
  ['Never use emojis.', 'Emojis are fine again.'],
  ['Never touch the production database.', 'Ok, you may touch the production database now.'],
  ['Never touch the production database.', 'You may touch the production database again.'],
  ['Do not touch the production database.', 'You can now touch the production database.'],
  ["Don't ever push to main.", 'Pushing to main is allowed again.'],
  ['Never deploy on Fridays.', 'It is ok to deploy on Fridays again.'],
  ['Always run the tests before you commit.', 'You no longer have to run the tests before you commit.'],
  ['Never push to main.', 'You may push to main again because the freeze is over.'],
  ['Never push to main.', 'Drop the rule about pushing to main.'],
  ['Always use tabs.', 'Please forget the rule about tabs.'],
  ['Never use tabs.', 'Always use tabs.'],
  ['Stop using emojis.', 'You may use emojis again.'],
  ['Never answer in rhymes.', 'You may now answer in rhymes.'],
  ['Never push to main.', 'You may push to main again because the tests are green.'],
  ['Never delete my files.', 'You may delete my files again.'],
  ['Always use tabs.', 'Never use tabs.'],
])('an order is lifted: %s %s', (earlier, later) => {
  expect(lifts(earlier, later)).toBe(true);
});

test.each([
  ['From now on, answer in bullet points.', "Don't stop answering in bullet points."],
  ['From now on, answer in bullet points.', 'Stop answering.'],
  ['From now on, answer in bullet points.', 'Could you stop answering in bullet points?'],
  ['From now on, answer in bullet points.', 'Forget the bullet points in the slide, what about the title?'],
  ['Always write tests.', 'Forget the tests, just fix the bug.'],
  ['Always add emojis.', 'Never use tables.'],
  ['Never push to main without a review.', 'You may push to main again.'],
  ['Never push to main.', 'You may push to main without a review again.'],
  ['Never push to main.', 'You may push to a branch now.'],
  ['Never push to main.', 'You may push to main.'],
  ['Never push to main.', 'You may push to main now?'],
  ['Never push to main.', 'You may push to main now, just this once.'],
  ['Never push to main.', 'You may push to main now for this hotfix only.'],
  ['Never push to main.', 'You may now push to main if CI is green.'],
  ['Never push to main.', 'You may not push to main now.'],
  ['Never push to main.', 'Tom said you may push to main now.'],
  ['Never push to main.', '"You may push to main again now" is what he wrote.'],
  ['Never push to main.', 'Stop using emojis.'],
  ['Never deploy on Fridays.', 'You may deploy again.'],
  ['Never use tabs.', 'Drop the rule about tabs in YAML.'],
  ['Never push.', 'You may push as the bot again.'],
  ['Never use tabs.', 'Use tabs in YAML files from now on.'],
  ['Always push to main.', 'You may push to main again.'],
  ['Never use staging.', 'Staging is fine again.'],
  ['Never restore the backup to production.', 'Always restore the backup from production.'],
  ['Never restore backups to staging.', 'You can now restore backups from staging.'],
  ['Never delete my files.', 'You may now delete your files.'],
  ['Never include the API key.', 'Always use the API key.'],
  ['Never put secrets in the repo.', 'Always keep secrets from the repo.'],
  ['Never copy data from production.', 'Always copy data to production.'],
  ['Never add a dependency on lodash.', 'Always keep a dependency on lodash.'],
  ['Never run tests with the network.', 'Always run tests on the network.'],
  ['Never keep log files.', 'Always write log files.'],
  ['Never push to main.', 'You may push to main now, it is just this once.'],
  ['Never push to main.', 'You may push to main again, I only need it today.'],
  ['Never push to main.', 'You can now push to main since it is only for this release.'],
  ['Never push to main.', 'You may now push to main because it is only for this release.'],
  ['Never push to main.', 'You can push to main now, we revert it tomorrow.'],
  ['Never push to main.', 'You may push to main now, it is a test.'],
  ['Never push to main.', 'You may push to main now because I am in a hurry.'],
  ['Never push to main.', 'You may push to main now, we clean it up later.'],
  ['Never push to main.', 'You may push to main again, the hotfix is urgent.'],
  ['Never push to main.', 'You may push to main now because the fix is temporary.'],
  ['Never touch the production database.', 'Feel free to touch the production database now, it is only a test.'],
  ['Always run the tests before you commit.', 'You no longer have to run the tests before you commit, it is just for today.'],
])('an order stands: %s %s', (earlier, later) => {
  expect(lifts(earlier, later)).toBe(false);
});

test('another person lifts no order', () => {
  const [order] = factsIn('Never push to main.');
  const [lift] = factsIn('You may push to main again.');
  expect(compareFacts({ ...order!, saidBy: 'ann' }, { ...lift!, saidBy: 'ben' })).toBe('beside');
  expect(compareFacts({ ...order!, saidBy: 'ann' }, { ...lift!, saidBy: 'ann' })).toBe('supersedes');
});

test('an order that is given again ends what lifted it', () => {
  expect(lifts('You may push to main again.', 'Never push to main.')).toBe(true);
});

test.each(['Stop using emojis.', 'Please stop adding comments to every line.', 'Stop using emojis and tables.', 'Stop apologizing.'])(
  'is an order: %s',
  (text) => {
    expect(factsIn(text)).toMatchObject([{ label: 'feedback', kind: 'constraint' }]);
  },
);

test.each([
  'Stop using that.',
  'Stop it.',
  'Stop answering.',
  'Stop using the old API for now.',
  'He should stop using emojis.',
  'Stop running the server.',
  'Stop adding features and fix the bug.',
  'Please stop adding logs and run the tests.',
  'Stop adding logs, and run the tests.',
  'Stop adding logs, run the tests.',
  'Stop adding logs and commit.',
])('is none: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
