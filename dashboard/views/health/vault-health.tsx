import type { JSX } from 'preact';
import type { Output } from '../../api/operations.ts';
import { sayBytes } from '../../kit/times.ts';

type Vault = Output<'health.get'>['vaults'][number];

/** Index, watcher and journal of one vault: every fact that the daemon reports. */
export function VaultHealth({ vault }: { vault: Vault }): JSX.Element {
  const parts: readonly (readonly [string, object])[] = [
    ['Index', vault.index],
    ['Watch', vault.watch],
    ['Journal', vault.journal],
  ];
  return (
    <section class="card vault-health">
      <h2>{vault.name}</h2>
      <div class="vault-parts">
        {parts.map(([title, facts]) => (
          <div key={title}>
            <h3>{title}</h3>
            <dl class="facts small">
              {Object.entries(facts).map(([name, value]) => (
                <div key={name}>
                  <dt>{sayName(name)}</dt>
                  <dd class="numbers">{sayValue(name, value)}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

function sayName(name: string): string {
  const text = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sayValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (/bytes$/i.test(name)) return sayBytes(value);
    return value.toLocaleString();
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
