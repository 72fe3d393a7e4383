import type { SpaceClient } from '@total-recall/client';
import { FACT_LABELS, type NamedKind } from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { factId } from '../../option-values.ts';
import { askToErase, canBeAsked } from '../../output/ask-to-go-on.ts';
import { fateOfEvidence } from '../../output/fate-of-evidence.ts';
import { plural } from '../../output/format-number.ts';
import { renderFacts, thisMoment } from '../../output/render-facts.ts';
import { readTime } from '../../read-time.ts';
import { oneLine } from '../../output/text-width.ts';
import { erasedWithFact, goesWithFact } from './goes-with-fact.ts';
import { decisionOf, spaceOf, undoCommand, withDecision, type DecideOptions } from './decision-options.ts';
import { ifAllowed, isMissing, requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface RememberOptions extends DecideOptions, NamedKind {
  readonly attribute?: string;
  readonly value?: string;
  readonly from?: string;
  readonly to?: string;
}

interface CorrectOptions extends DecideOptions {
  readonly value?: string;
}

interface ForgetOptions extends DecideOptions {
  readonly keepEvidence?: boolean;
  readonly erase?: boolean;
  readonly yes?: boolean;
}

const FACT_ID = 'its id, as `total-recall facts` shows it';

export function addRemember(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('remember')
    .description('Add a fact by hand. No sweep overrides it, and profiles show it first.')
    .argument('<text...>', 'the fact as a sentence');
  withDecision(command)
    .option(
      '--subject <name>',
      'whom or what it is about, private to that one unless --label says otherwise; read from the sentence if --label is absent too; otherwise `user` for that label, or `project`',
    )
    .addOption(
      new Option(
        '--label <label>',
        'user: about one person; feedback: how things should be done; read from the sentence if --subject is absent too; otherwise user with a --subject other than project, and project without',
      ).choices(FACT_LABELS),
    )
    .option('--attribute <name>', 'the property of the subject that it states, such as region')
    .option('--value <text>', 'the value of the attribute')
    .option('--from <when>', 'true since then (default now)')
    .option('--to <when>', 'true until then')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall remember "The deploy region is eu-west-1." --attribute "deploy region" --value eu-west-1\n  total-recall remember "Tests come before the commit." --label feedback',
    )
    .action((words: string[], options: RememberOptions) => execute((context) => remember(sentenceOf(words), options, context)));
}

export function addCorrect(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('correct')
    .description('Replace the text of a fact. The old text stays in the history; no sweep overrides the correction.')
    .argument('<fact>', FACT_ID, factId)
    .argument('<text...>', 'the sentence that replaces it');
  withDecision(command)
    .option('--value <text>', 'the new value of its attribute')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall correct 01JZX3T5S8Q4R7V2M6K9P0W1YB.0 "Billing runs in eu-central-1." --value eu-central-1',
    )
    .action((factId: string, words: string[], options: CorrectOptions) =>
      execute((context) => correct(factId, words.join(' '), options, context)),
    );
}

export function addForget(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('forget')
    .description('Withdraw a fact and hide the events that state it from recall. `total-recall undo` brings it back unless it was erased.')
    .argument('<fact>', FACT_ID, factId);
  withDecision(command)
    .option('--keep-evidence', 'withdraw only the fact; recall still finds the events')
    .option('--erase', 'erase the events that state it for good, after asking on a terminal; the key also needs the scope erase')
    .option('--yes', 'do not ask first')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall forget 01JZX3T5S8Q4R7V2M6K9P0W1YB.0\n  total-recall forget 01JZX3T5S8Q4R7V2M6K9P0W1YB.0 --erase',
    )
    .action((factId: string, options: ForgetOptions) => execute((context) => forget(factId, options, context)));
}

/** Joins the words of a sentence. Errors: one word stands before a quoted sentence, where other commands take the space. */
function sentenceOf(words: readonly string[]): string {
  const [first = '', sentence = '', ...more] = words;
  if (words.join('').trim() === '') throw new CommandError(EXIT.usage, '<text> is empty. Give the fact as a sentence.');
  if (more.length > 0 || /\s/u.test(first) || !/\s/u.test(sentence)) return words.join(' ');
  throw new CommandError(EXIT.usage, `"${oneLine(first)}" stands before the sentence.`, {
    advice: `Use --space ${oneLine(first)} to name a space, or put the word inside the quotes.`,
  });
}

async function remember(text: string, options: RememberOptions, context: CommandContext): Promise<ExitCode> {
  const { label, subject, attribute, value, from, to } = options;
  const now = createSystemClock().now();
  const memory = spaceOf(options, context);
  // Nobody misspells it, as in `requireSpace`.
  const before = options.json || options.space === DEFAULT_SPACE ? undefined : await ifAllowed(memory.sessions({ limit: 1 }));
  const answer = await memory.remember({
    text,
    ...(label !== undefined && { label }),
    ...(subject !== undefined && { subject }),
    ...(attribute !== undefined && { attribute }),
    ...(value !== undefined && { value }),
    ...(from !== undefined && { validFrom: (await readTime('--from', from, now)).from }),
    ...(to !== undefined && { validTo: (await readTime('--to', to, now)).to }),
    ...decisionOf(options),
  });
  if (before?.sessions.length === 0)
    context.terminal.note(`The space ${options.space} is new: this is its first event. If the name is mistyped, erase it.`);
  const kept = answer.fact;
  if (!options.json && label === undefined && subject !== undefined && kept.label === 'user' && kept.subject !== 'user')
    context.terminal.note(`It is private to ${oneLine(kept.subject)}; give --label project for a fact that all of the space may read.`);
  return decided('Remembered', answer, options, context);
}

async function correct(factId: string, text: string, options: CorrectOptions, context: CommandContext): Promise<ExitCode> {
  const { value } = options;
  const correction = { text, ...(value !== undefined && { value }), ...decisionOf(options) };
  const corrected = await ofFact(factId, options, context, (memory) => memory.correct(factId, correction));
  return decided('Corrected', corrected, options, context);
}

async function forget(factId: string, options: ForgetOptions, context: CommandContext): Promise<ExitCode> {
  const { keepEvidence, erase, yes } = options;
  const { terminal } = context;
  if (erase && keepEvidence) throw new CommandError(EXIT.usage, '--erase and --keep-evidence exclude each other.');
  let textOf: ReadonlyMap<string, string> = new Map();
  if (erase && !yes && canBeAsked(context)) {
    const goes = await goesWithFact(spaceOf(options, context), { factId, space: options.space });
    ({ textOf } = goes);
    terminal.note(goes.warning);
    await askToErase(context);
  }
  const withdrawal = { ...(keepEvidence && { keepEvidence }), ...(erase && { erase }), ...decisionOf(options) };
  const answer = await ofFact(factId, options, context, (memory) => memory.forget(factId, withdrawal));
  if (options.json) terminal.out(JSON.stringify(answer));
  else {
    terminal.out(fateOfEvidence(answer));
    if (answer.evidenceLeft !== undefined)
      terminal.note(`${plural(answer.evidenceLeft, 'further sentence')} that say the same were not touched.`);
    for (const { text } of answer.replaced ?? [])
      terminal.note(
        `It had replaced "${oneLine(text)}", which stays replaced: if that is true again, add it with \`total-recall remember\`.`,
      );
    for (const { text } of answer.alsoWithheld ?? [])
      terminal.note(`Recall no longer finds "${oneLine(text)}" either, because the same events state it.`);
    if (answer.alsoWithheld !== undefined)
      terminal.note('To have that back, undo this, and forget the fact again with --keep-evidence: it withdraws the fact alone.');
    if (answer.alsoErased !== undefined)
      for (const line of erasedWithFact(answer.alsoErased, answer.alsoErasedLeft ?? 0, textOf)) terminal.note(line);
    if (answer.evidence !== 'erased') terminal.note(undoWith(answer.entryId, options));
  }
  return answer.erasure?.status === 'incomplete' ? EXIT.failed : EXIT.ok;
}

/** Resolves to what `act` does with a fact. Errors: `no_such_space`, and a fact that is not there with the space that was asked. */
async function ofFact<T>(
  id: string,
  options: DecideOptions,
  context: CommandContext,
  act: (memory: SpaceClient) => Promise<T>,
): Promise<T> {
  const memory = spaceOf(options, context);
  try {
    return await act(memory);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await requireSpace(memory, options.space);
    throw new CommandError(EXIT.notFound, `There is no fact ${oneLine(id)} in ${options.space}.`, {
      advice: 'Name another space with --space.',
      cause: error,
    });
  }
}

function decided(
  verb: string,
  answer: Awaited<ReturnType<ReturnType<typeof spaceOf>['remember']>>,
  options: DecideOptions,
  { terminal }: CommandContext,
): ExitCode {
  if (options.json) terminal.out(JSON.stringify(answer));
  else {
    terminal.out(`${verb}:`);
    terminal.out(renderFacts([answer.fact], terminal.style, thisMoment()));
    terminal.note(undoWith(answer.entryId, options));
  }
  return EXIT.ok;
}

function undoWith(entryId: string, { space }: DecideOptions): string {
  return `Undo: ${undoCommand(entryId, space)}`;
}
