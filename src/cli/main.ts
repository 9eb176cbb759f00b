declare const VAULTD_VERSION: string;

const usage = `Usage: vaultd serve [VAULT…]

  serve     serve folders of Markdown notes; the bundled example vault when none is named
  --version print the version
`;

const [command, ...rest] = process.argv.slice(2);

if (command === 'serve') {
  const { serve } = await import('../daemon/serve.ts');
  await serve(rest);
} else if (command === '--version') {
  process.stdout.write(`${VAULTD_VERSION}\n`);
} else {
  const stream = command === undefined || command === '--help' ? process.stdout : process.stderr;
  stream.write(usage);
  if (stream === process.stderr) process.exitCode = 2;
}
