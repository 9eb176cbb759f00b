import type { JSX } from 'preact';
import { Icon } from '../kit/icons.tsx';
import { dismiss, toasts } from '../state/toasts.ts';

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, tone, text, action }) => (
        <div class="toast" key={id}>
          <span class={`dot ${tone}`} />
          <p class="grow">{text}</p>
          {action !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="button quiet square"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}
