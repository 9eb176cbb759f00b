import type { JSX } from 'preact';
import type { DeniedEntry } from '../../api/operations.ts';
import { BackButton } from '../../kit/back-button.tsx';
import { Icon } from '../../kit/icons.tsx';
import { sayMoment } from '../../kit/times.ts';
import { sayProtocol } from './words.ts';

export function DeniedDetail({ entry }: { entry: DeniedEntry }): JSX.Element {
  const { client, protocol, at, operation, message, path, op, rule } = entry;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Operation', operation],
    ['Wanted to', op],
    ['Path', path],
    ['Rule', rule],
    ['Protocol', sayProtocol(protocol)],
    ['When', sayMoment(Date.parse(at))],
  ];
  return (
    <article class="step">
      <header class="step-head">
        <div class="step-title">
          <BackButton to="activity" label="Back" />
          <h2>{client} was refused</h2>
        </div>
      </header>
      <p class="notice bad">
        <Icon name="denied" /> {message}
      </p>
      <dl class="facts">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd class="mono">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}
