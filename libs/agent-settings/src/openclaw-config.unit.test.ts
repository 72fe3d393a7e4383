import { describe, expect, it } from 'vitest';
import { readJson5 } from './json5-places.ts';
import { withOpenClawPlugin, withoutOpenClawPlugin } from './openclaw-config.ts';

const FOLDER = '/srv/node_modules/@total-recall/openclaw';
const CONFIG = { space: 'work', apiKeyFile: '/home/ada/key' };
const ENTRY = { enabled: true, hooks: { allowConversationAccess: true }, config: CONFIG };

const WRITTEN_BY_HAND = `// my gateway
{
    agents: { defaults: { workspace: '~/w', }, }, /* the cheap { one } */
    "plugins": {
        allow: ["other"], // "nothing" else: {}
        load: { paths: [ './own' ] },
        entries: {
            other: { enabled: true, config: { 'url': "https://x//y" } } // last, no comma
            // and a note
        },
    },
    channels: { a: { token: 'it\\'s // one' } }
    // the end
}
`;

describe('the settings of OpenClaw with our plug-in', () => {
  it('keep every byte that was there, comments and trailing commas included', () => {
    const after = withOpenClawPlugin(WRITTEN_BY_HAND, FOLDER, CONFIG);
    const { plugins, ...others } = readJson5(after);
    expect(plugins).toEqual({
      allow: ['other', 'total-recall'],
      load: { paths: ['./own', FOLDER] },
      entries: { other: { enabled: true, config: { url: 'https://x//y' } }, 'total-recall': ENTRY },
    });
    expect(others).toEqual({ agents: { defaults: { workspace: '~/w' } }, channels: { a: { token: "it's // one" } } });
    // Leaving out what was added gives the text from before.
    let at = 0;
    for (const sign of after) if (sign === WRITTEN_BY_HAND[at]) at += 1;
    expect(at).toBe(WRITTEN_BY_HAND.length);
  });

  it('are again what they were when it is taken out, also behind changes', () => {
    const added = withOpenClawPlugin(WRITTEN_BY_HAND, FOLDER, CONFIG);
    expect(withoutOpenClawPlugin(added)).toBe(WRITTEN_BY_HAND);
    const changed = added.replace("'~/w'", "'~/other'");
    expect(withoutOpenClawPlugin(changed)).toBe(WRITTEN_BY_HAND.replace("'~/w'", "'~/other'"));
    expect(withoutOpenClawPlugin(WRITTEN_BY_HAND)).toBe(WRITTEN_BY_HAND);
  });

  it('choose our context engine where asked, keep it when it is installed again, and leave with it', () => {
    const chosen = withOpenClawPlugin(WRITTEN_BY_HAND, FOLDER, CONFIG, true);
    expect(readJson5(chosen)).toMatchObject({ plugins: { slots: { contextEngine: 'total-recall' } } });
    expect(withOpenClawPlugin(chosen, FOLDER, CONFIG)).toBe(chosen);
    expect(withoutOpenClawPlugin(chosen)).toBe(WRITTEN_BY_HAND);
    const byHand = withOpenClawPlugin("{ plugins: { slots: { memory: 'm', contextEngine: 'total-recall' } } }", FOLDER, CONFIG);
    expect(readJson5(withoutOpenClawPlugin(byHand)!)).toEqual({ plugins: { slots: { memory: 'm' } } });
  });

  it('leave another context engine alone', () => {
    const text = "{ plugins: { slots: { contextEngine: 'lossless' } } }";
    expect(() => withOpenClawPlugin(text, FOLDER, CONFIG, true)).toThrow('another context engine: "lossless"');
    expect(withoutOpenClawPlugin(withOpenClawPlugin(text, FOLDER, CONFIG))).toBe(text);
  });

  it('are replaced when it is installed again', () => {
    const once = withOpenClawPlugin(WRITTEN_BY_HAND, FOLDER, CONFIG);
    expect(withOpenClawPlugin(once, FOLDER, CONFIG)).toBe(once);
    const moved = withOpenClawPlugin(once, '/opt/@total-recall/openclaw', { space: 'other' });
    expect(readJson5(moved)).toMatchObject({ plugins: { load: { paths: ['./own', '/opt/@total-recall/openclaw'] } } });
    expect(moved).not.toContain(FOLDER);
  });

  it.each([
    undefined,
    '',
    '{}',
    '{\n  "gateway": { "mode": "local" }\n}\n',
    '{plugins:{entries:{},load:{}}}',
    '{plugins:{load:{paths:[]}}}',
  ])('get it into %j', (text) => {
    const after = withOpenClawPlugin(text, FOLDER, CONFIG);
    expect(readJson5(after)).toMatchObject({ plugins: { load: { paths: [FOLDER] }, entries: { 'total-recall': ENTRY } } });
    expect(JSON.stringify(readJson5(after))).not.toContain('allow"');
    const without = withoutOpenClawPlugin(after);
    expect(without === undefined ? {} : JSON.stringify(readJson5(without))).not.toContain('total-recall');
  });

  it.each([
    ['no JSON5', '{ plugins: '],
    ['no object', '[]'],
    ['a list of plug-ins', '{ plugins: [] }'],
    ['a text for paths', '{ plugins: { load: { paths: "./own" } } }'],
  ])('are refused where they are %s', (_, text) => {
    expect(() => withOpenClawPlugin(text, FOLDER, CONFIG)).toThrow(SyntaxError);
  });
});
