import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Output, StepEntry } from '../../api/operations.ts';
import { now } from '../../kit/clock.ts';
import { Empty } from '../../kit/empty.tsx';
import { hrefOf } from '../../kit/route.ts';
import { sayAgo, sayDuration } from '../../kit/times.ts';
import { ledger, loadLedger } from '../../state/ledger.ts';
import { toastError } from '../../state/toasts.ts';
import { sayEntry } from '../activity/words.ts';

type Status = Output<'ledger.status'>;

const refreshMs = 3000;
const stepsShown = 30;

const steps = signal<readonly StepEntry[]>([]);

async function load(): Promise<void> {
  await loadLedger();
  const { entries } = await call('activity.list', { limit: stepsShown });
  steps.value = entries.filter((entry) => entry.kind === 'step');
}

/** The machines that share the vault, how far each is, what is in conflict, and who did what where. */
export function MachinesView(): JSX.Element {
  useEffect(() => {
    const refresh = (): void => {
      load().catch(toastError);
    };
    refresh();
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, []);
  const status = ledger.value;
  return (
    <>
      <header class="bar">
        <h1>Machines</h1>
        {status?.shared && <State status={status} />}
      </header>
      <div class="body">
        <div class="page-scroll scroll" tabIndex={0} role="region" aria-label="Machines">
          {status?.shared === false && (
            <Empty icon="machines" title="This vault is not shared">
              Share it with other machines: <code>vaultd ledger init</code>.
            </Empty>
          )}
          {status?.shared && (
            <div class="machines">
              <Problems status={status} />
              <Machines status={status} />
              <Conflicts conflicts={status.conflicts} />
              <Steps />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

const tones = { 'in sync': 'good', 'catching up': 'warn', away: 'bad' } as const;

function State({ status: { state = 'away', applied = 0, head } }: { status: Status }): JSX.Element {
  return (
    <span class="faint numbers" role="status">
      <span class={`dot ${tones[state]}`} /> {state} · step {applied.toLocaleString()} of{' '}
      {head?.toLocaleString() ?? '?'}
    </span>
  );
}

function Problems({ status }: { status: Status }): JSX.Element | null {
  const { problem, clockOffSeconds: off, vanished, tooLarge } = status;
  const lines = [
    ...(problem === undefined ? [] : [`The ledger could not be reached: ${problem}.`]),
    ...(off === undefined
      ? []
      : [
          `The clock of this machine is ${sayDuration(Math.abs(off) * 1000)} ${off > 0 ? 'ahead of' : 'behind'} that of the database. Times of changes are wrong, their order is not.`,
        ]),
    ...(vanished === 0
      ? []
      : [`${vanished} files are gone from this folder. The other machines keep them.`]),
    ...tooLarge.map((path) => `${path} is too large to be shared.`),
  ];
  if (lines.length === 0) return null;
  return (
    <section class="card" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

function Machines({ status: { machines } }: { status: Status }): JSX.Element {
  return (
    <section class="card">
      <h2>Machines</h2>
      <ul class="machine-list">
        {machines.map(({ name, isThis, lag, conflicts, seenAt }) => (
          <li key={name}>
            <span class={`dot ${lag === 0 ? 'good' : 'warn'}`} />
            <strong class="truncate">
              {name}
              {isThis && ' (this machine)'}
            </strong>
            <span>{lag === 0 ? 'Up to date' : `${lag.toLocaleString()} steps behind`}</span>
            <span>
              {conflicts > 0 && `${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}`}
            </span>
            <span class="faint">seen {sayAgo(Date.parse(seenAt), now.value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflicts({ conflicts }: { conflicts: readonly string[] }): JSX.Element {
  return (
    <section class="card">
      <h2>Conflicts</h2>
      {conflicts.length === 0 ? (
        <p class="faint">Every edit was merged.</p>
      ) : (
        <>
          <p class="faint">
            These edits could not be merged and were kept as copies. Delete a copy when you have
            taken what you need from it.
          </p>
          <ul>
            {conflicts.map((path) => (
              <li key={path}>
                <a href={hrefOf('notes', path)}>{path}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Steps(): JSX.Element {
  return (
    <section class="card">
      <h2>Latest changes</h2>
      <ul class="machine-steps">
        {steps.value.map((step) => {
          const { verb, object, rest } = sayEntry(step);
          return (
            <li key={step.id}>
              <a class="truncate" href={hrefOf('activity', step.id)}>
                <strong>{step.client}</strong> on <strong>{step.machine}</strong> {verb} {object}{' '}
                {rest}
              </a>
              <time dateTime={step.at} class="faint numbers">
                {sayAgo(Date.parse(step.at), now.value)}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
