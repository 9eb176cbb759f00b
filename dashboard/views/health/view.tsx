import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listen } from '../../api/events.ts';
import type { Output } from '../../api/operations.ts';
import { now } from '../../kit/clock.ts';
import { sayBytes, sayDuration } from '../../kit/times.ts';
import { toastError } from '../../state/toasts.ts';
import { sayProtocol } from '../activity/words.ts';
import { BrokenLinks } from './broken-links.tsx';
import { Plot } from './plot.tsx';
import { type Samples, withSample } from './samples.ts';
import { VaultHealth } from './vault-health.tsx';

type Health = Output<'health.get'>;

const health = signal<Health | undefined>(undefined);
const samples = signal<Samples | undefined>(undefined);

const refreshMs = 5000;

async function load(): Promise<void> {
  const answer = await call('health.get', {});
  health.value = answer;
  samples.value = answer.samples;
}

/** The state of the daemon, now and over the last hour. */
export function HealthView(): JSX.Element {
  useEffect(() => {
    const refresh = (): void => {
      load().catch(toastError);
    };
    refresh();
    const timer = setInterval(refresh, refreshMs);
    const stop = listen('health', (sample) => {
      if (samples.value !== undefined) samples.value = withSample(samples.value, sample);
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  const answer = health.value;
  return (
    <>
      <header class="bar">
        <h1>Health</h1>
        <span class="grow" />
        {answer !== undefined && (
          <span class="faint numbers">
            vaultd {answer.version} · up{' '}
            {sayDuration(now.value - Date.parse(String(answer.startedAt)))} ·{' '}
            <a href="/THIRD-PARTY-NOTICES.txt">licences</a>
          </span>
        )}
      </header>
      <div class="body">
        <div class="page-scroll scroll" tabIndex={0} role="region" aria-label="Health">
          {answer !== undefined && samples.value !== undefined && (
            <div class="health">
              <Plots samples={samples.value} answer={answer} />
              {answer.vaults.map((vault) => (
                <VaultHealth key={vault.name} vault={vault} />
              ))}
              <BrokenLinks />
              <Protocols protocols={answer.protocols} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function Plots({ samples: kept, answer }: { samples: Samples; answer: Health }): JSX.Element {
  const { memory, eventLoop } = answer;
  return (
    <div class="plots">
      <Plot
        title="Memory"
        now={sayBytes(memory.rss)}
        at={kept.at}
        lines={[
          { name: 'Process', values: kept.rss, tone: 'accent' },
          { name: 'Heap', values: kept.heapUsed, tone: 'info' },
        ]}
        say={sayBytes}
        unit={1024 * 1024}
      />
      <Plot
        title="Requests"
        now={`${Math.round(((kept.calls.at(-1) ?? 0) * 1000) / kept.everyMs)}/s`}
        at={kept.at}
        lines={[
          {
            name: 'Requests per second',
            values: kept.calls.map((count) => (count * 1000) / kept.everyMs),
            tone: 'accent',
          },
        ]}
        say={(value) => `${value < 10 ? value.toFixed(1) : Math.round(value)}/s`}
      />
      <Plot
        title="Event loop delay"
        now={sayDuration(eventLoop.delayMs)}
        at={kept.at}
        lines={[{ name: 'Delay', values: kept.delayMs, tone: 'warn' }]}
        say={sayDuration}
      />
      <Plot
        title="CPU"
        now={`${Math.round(eventLoop.utilization * 100)}%`}
        at={kept.at}
        lines={[
          { name: 'Busy', values: kept.utilization.map((share) => share * 100), tone: 'good' },
        ]}
        say={(value) => `${value.toFixed(value < 10 ? 1 : 0)}%`}
      />
    </div>
  );
}

function Protocols({ protocols }: { protocols: Health['protocols'] }): JSX.Element {
  return (
    <section class="card">
      <h2>Protocols</h2>
      <ul class="protocol-list">
        {protocols.map(({ protocol, lines, open }) => (
          <li key={protocol}>
            <span class={`dot ${open === false ? 'warn' : 'good'}`} />
            <strong>{sayProtocol(protocol)}</strong>
            <span class="faint mono">{lines.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
