import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from '../../../src/contract/limits.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { FormDialog } from '../../shell/form-dialog.tsx';
import { toast, toastError } from '../../state/toasts.ts';

/** What is kept of a client. */
export type Permissions = Output<'clients.permissions'>['clients'][number];

const edited = signal<Permissions | undefined>(undefined);

/** Edits what is kept of a client, or begins with its name; an empty name is asked for. */
export function openPermissions(of: Permissions | string): void {
  edited.value = typeof of === 'string' ? { client: of, readOnly: false } : of;
}

function close(): void {
  edited.value = undefined;
}

export function PermissionsDialog({ onSaved }: { onSaved: () => void }): JSX.Element | null {
  const before = edited.value;
  return before === undefined ? null : <Dialog before={before} onSaved={onSaved} />;
}

const changes = [
  ['free', 'Made at once'],
  ['some', 'Wait for approval in some folders'],
  ['all', 'Wait for approval'],
  ['none', 'Not allowed'],
] as const;
type Changes = (typeof changes)[number][0];

function Dialog({ before, onSaved }: { before: Permissions; onSaved: () => void }): JSX.Element {
  const [client, setClient] = useState(before.client);
  const [how, setHow] = useState(() => toChanges(before));
  const [read, setRead] = useState(toLines(before.read));
  const [write, setWrite] = useState(toLines(before.write));
  const [approve, setApprove] = useState(how === 'some' ? toLines(before.approve) : '');
  const submit = async (): Promise<void> => {
    const asks = how === 'some' ? toPaths(approve) : how === 'all' ? ['/'] : [];
    try {
      await call('clients.permit', {
        client: client.trim(),
        read: toPaths(read),
        write: toPaths(write),
        readOnly: how === 'none',
        approve: asks,
      });
      toast(`Saved what ${client.trim()} may do.`, 'good');
      close();
      onSaved();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  return (
    <FormDialog
      label={before.client === '' ? 'Permissions of a client' : `Permissions of ${before.client}`}
      action="Save"
      onSubmit={submit}
      onClose={close}
    >
      {before.client === '' && <ClientField value={client} onChange={setClient} />}
      <label>
        <span>Changes</span>
        <select
          class="field"
          value={how}
          onChange={({ currentTarget }) => setHow(toHow(currentTarget.value))}
        >
          {changes.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {how === 'some' && (
        <Folders label="Needs approval in" value={approve} onChange={setApprove} isRequired />
      )}
      <Folders label="May read" value={read} onChange={setRead} />
      {how !== 'none' && <Folders label="May change" value={write} onChange={setWrite} />}
      <p class="faint">
        For all vaults, by the name that the client gives itself, until you change it. It narrows
        what the configuration allows.
      </p>
    </FormDialog>
  );
}

interface TextFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ClientField({ value, onChange }: TextFieldProps): JSX.Element {
  return (
    <label>
      <span>Name of the client, such as claude-code</span>
      <input
        class="field"
        type="text"
        required
        autocomplete="off"
        spellcheck={false}
        maxLength={limits.clientNameLengthMax}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

interface FoldersProps extends TextFieldProps {
  readonly label: string;
  readonly isRequired?: boolean;
}

/** Folders and notes, one on each line. */
function Folders({ label, value, onChange, isRequired = false }: FoldersProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <textarea
        class="field"
        rows={2}
        required={isRequired}
        placeholder={
          isRequired ? 'One folder or note per line' : 'Everything, or one folder or note per line'
        }
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

function toChanges({ readOnly, approve }: Permissions): Changes {
  if (readOnly) return 'none';
  if (approve === undefined) return 'free';
  return approve.includes('/') ? 'all' : 'some';
}

function toHow(value: string): Changes {
  return changes.find(([name]) => name === value)?.[0] ?? 'free';
}

function toLines(paths: readonly string[] = []): string {
  return paths.join('\n');
}

function toPaths(lines: string): string[] {
  return lines.split('\n').flatMap((line) => line.trim().replace(/^\/+|\/+$/g, '') || []);
}
