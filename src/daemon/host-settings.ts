import { type HostSettings, hostModes } from '../engine/app/hosts/host.ts';
import { choiceOf, flagOf, settingOf } from './environment.ts';
import type { Environment } from './places.ts';

/** Where the plugin listens by default. */
const pluginUrl = 'http://127.0.0.1:27123';

/** The ways to an app that the environment names. */
export function readHostSettings(env: Environment): HostSettings {
  const key = settingOf(env, 'OBSIDIAN_API_KEY');
  return {
    mode: choiceOf(env, 'OBSIDIAN_BACKEND', hostModes, 'files'),
    program: settingOf(env, 'OBSIDIAN_BIN') ?? 'obsidian',
    launches: flagOf(env, 'OBSIDIAN_LAUNCH_APP', 'on').on ?? false,
    isStrict: flagOf(env, 'OBSIDIAN_STRICT_APP', 'on').on ?? false,
    ...(key !== undefined && {
      plugin: {
        url: settingOf(env, 'OBSIDIAN_BASE_URL') ?? pluginUrl,
        key,
        checksCertificate: flagOf(env, 'OBSIDIAN_VERIFY_SSL', 'on').on ?? false,
      },
    }),
    env,
  };
}
