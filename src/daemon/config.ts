import { readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { VaultError } from '../contract/errors.ts';
import { describeIssue, describeSyntax } from './config-errors.ts';
import { type Config, configShape } from './config-shape.ts';
import { withEnvironment } from './environment-config.ts';
import { configFile, type Environment } from './places.ts';

/**
 * File over defaults, environment over file. A missing file is an empty one. Vaults that are named
 * replace those of the file, but what it says about them still counts.
 */
export function readConfig(env: Environment, named: readonly string[] = []): Config {
  const file = configFile(env);
  // Zod would write code for every table first, which pays only for what is read often.
  const { text, value } = parseFile(file);
  const parsed = configShape.safeParse(value, { jitless: true });
  if (!parsed.success) throw wrong(file, describeIssue(parsed.error, configShape, text));
  return withEnvironment(parsed.data, env, named);
}

function parseFile(file: string): { readonly text: string; readonly value: unknown } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') {
      return { text: '', value: {} };
    }
    throw wrong(file, `it cannot be read (${toSystemWord(thrown)}).`);
  }
  try {
    const value = text.trimStart().startsWith('{') ? JSON.parse(text) : parseToml(text);
    return { text, value };
  } catch (thrown) {
    throw wrong(file, describeSyntax(thrown));
  }
}

/** EACCES and the like. */
function toSystemWord(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
}

function wrong(file: string, what: string): VaultError {
  return new VaultError('invalid-input', `The configuration ${file} is wrong: ${what}`, {
    reason: 'config',
    hint: 'docs/configuration.md lists every key.',
  });
}
