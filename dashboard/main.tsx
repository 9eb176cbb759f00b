import { render } from 'preact';
import { isLockedOut } from './api/call.ts';
import { connect } from './api/events.ts';
import { App } from './shell/app.tsx';
import { followApprovals, loadApprovals } from './state/approvals.ts';
import { followDiffs, loadDiffs } from './state/diffs.ts';
import { followFiles, loadFiles } from './state/files.ts';
import { followLedger } from './state/ledger.ts';
import { toastError } from './state/toasts.ts';
import { followAddress, loadVaults } from './state/vaults.ts';
import { followVersion } from './state/version.ts';
import { reportWorkspace } from './state/workspace.ts';
import './styles/main.css';

async function start(): Promise<void> {
  const app = document.getElementById('app');
  if (app === null) return;
  followVersion();
  followFiles();
  followDiffs();
  followApprovals();
  connect();
  await loadVaults();
  followAddress();
  followLedger();
  reportWorkspace();
  render(<App />, app);
  await Promise.all([loadFiles(), loadDiffs(), loadApprovals()]);
}

// Without it nothing is missing but the page that says that the daemon does not answer.
navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);

start().catch((thrown) => {
  const app = document.getElementById('app');
  if (app !== null) render(<App />, app);
  if (!isLockedOut.value) toastError(thrown);
});
