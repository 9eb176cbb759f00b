import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixture } from '../support/mcp.ts';
import { startMcpDaemon } from '../support/mcp-daemon.ts';
import { hasPrograms, runProgram } from '../support/programs.ts';
import { VaultFolder } from '../support/vault-folder.ts';

const tool = (name: string) => `calls the runner's own tool ${name}`;
const prompt = (name: string) => `asks for the runner's own prompt ${name}; we have no prompts`;
const resource = (uri: string) => `reads the runner's own resource ${uri}`;

/** What the runner can only try on a server that was made for it, and what it would need there. */
const skipped: Readonly<Record<string, string>> = {
  'completion-complete': prompt('test_prompt_with_arguments'),
  'elicitation-sep1034-defaults': tool('test_elicitation_sep1034_defaults'),
  'elicitation-sep1330-enums': tool('test_elicitation_sep1330_enums'),
  'http-custom-header-server-validation': 'needs a tool with parameters that travel as headers',
  'input-required-result-basic-elicitation': tool('test_input_required_result_elicitation'),
  'input-required-result-basic-list-roots': tool('test_input_required_result_list_roots'),
  'input-required-result-basic-sampling': tool('test_input_required_result_sampling'),
  'input-required-result-capability-check': tool('test_input_required_result_capabilities'),
  'input-required-result-multi-round': tool('test_input_required_result_multi_round'),
  'input-required-result-multiple-input-requests': tool(
    'test_input_required_result_multiple_inputs',
  ),
  'input-required-result-non-tool-request': prompt('test_input_required_result_prompt'),
  'input-required-result-request-state': tool('test_input_required_result_request_state'),
  'input-required-result-result-type': tool('test_input_required_result_elicitation'),
  'input-required-result-tampered-state': tool('test_input_required_result_tampered_state'),
  'json-schema-2020-12': tool('json_schema_2020_12_tool'),
  'prompts-get-embedded-resource': prompt('test_prompt_with_embedded_resource'),
  'prompts-get-simple': prompt('test_simple_prompt'),
  'prompts-get-with-args': prompt('test_prompt_with_arguments'),
  'prompts-get-with-image': prompt('test_prompt_with_image'),
  'resources-read-binary': resource('test://static-binary'),
  'resources-read-text': resource('test://static-text'),
  'resources-templates-read': resource('test://template/123/data'),
  'server-sse-polling': tool('test_reconnection'),
  'tools-call-audio': tool('test_audio_content'),
  'tools-call-elicitation': tool('test_elicitation'),
  'tools-call-embedded-resource': tool('test_embedded_resource'),
  'tools-call-image': tool('test_image_content'),
  'tools-call-mixed-content': tool('test_multiple_content_types'),
  'tools-call-sampling': tool('test_sampling'),
  'tools-call-with-logging': tool('test_tool_with_logging'),
  'tools-call-with-progress': tool('test_tool_with_progress'),
};

/** The same for single checks of scenarios that otherwise hold. */
const skippedChecks: Readonly<Record<string, string>> = {
  'sep-2575-missing-capability-http-400': tool('test_missing_capability'),
  'sep-2575-server-rejects-undeclared-capability': tool('test_missing_capability'),
};

interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** Every check that the runner wrote down, with the scenario it belongs to. */
const readChecks = (folder: string): Check[] =>
  readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks: Check[] = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
    return checks.map((check) => ({ ...check, scenario }));
  });

/** Runs every scenario of a revision of the protocol, in a folder of its own. */
async function runScenarios(home: VaultFolder, url: string, revision: string): Promise<Check[]> {
  const results = join(home.base, `conformance-${revision}`);
  const { stdout, stderr } = await runProgram(
    'conformance',
    ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', results],
    home.env,
  );
  const checks = readChecks(results);
  expect(new Set(checks.map(({ scenario }) => scenario)).size, stdout + stderr).toBeGreaterThan(30);
  return checks;
}

function expectNoFault(checks: readonly Check[]): void {
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  const isSkipped = ({ scenario, id }: Check) => scenario in skipped || id in skippedChecks;
  expect(failed.filter((check) => !isSkipped(check))).toEqual([]);
  // A scenario that holds by now must leave the list.
  const failing = new Set(failed.map(({ scenario }) => scenario));
  const ran = new Set(checks.map(({ scenario }) => scenario));
  expect([...ran].filter((name) => name in skipped && !failing.has(name))).toEqual([]);
  const passed = checks.filter(
    ({ status, scenario }) => status === 'SUCCESS' && !(scenario in skipped),
  );
  expect(passed.length).toBeGreaterThan(25);
}

test.skipIf(!hasPrograms)('the public runner finds no fault with either revision', async () => {
  const home = new VaultFolder(fixture);
  onTestFinished(() => home.removeFolder());
  const url = await startMcpDaemon(home);
  // Both at once, since the runner waits most of the time.
  const revisions = ['2025-11-25', '2026-07-28'];
  const runs = await Promise.all(revisions.map((revision) => runScenarios(home, url, revision)));
  for (const checks of runs) expectNoFault(checks);
});
