import type { ComponentChildren, JSX } from 'preact';
import { Overlay } from './overlay.tsx';

interface FormDialogProps {
  readonly label: string;
  readonly action: string;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A form above the page, with a button that does it and one that does not. */
export function FormDialog(props: FormDialogProps): JSX.Element {
  const { label, action, onSubmit, onClose, children } = props;
  return (
    <Overlay label={label} onClose={onClose}>
      <form
        class="form-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <h2>{label}</h2>
        {children}
        <div class="form-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary">
            {action}
          </button>
        </div>
      </form>
    </Overlay>
  );
}
