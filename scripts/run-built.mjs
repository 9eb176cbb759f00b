import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds everything, then runs one built entry in a process of its own with our arguments. */
export async function runBuilt(name) {
  const args = process.argv.slice(2);
  process.argv.push('--all');
  await import('./setup.mjs');
  const file = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
  // Waiting for the disk takes threads, and the pool is sized when it is first used.
  const env = { UV_THREADPOOL_SIZE: '16', ...process.env };
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
