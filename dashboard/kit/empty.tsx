import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icons.tsx';

export interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Where there is nothing yet: what would be here, and how it gets here. */
export function Empty({ icon, title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <div class="empty-icon">
        <Icon name={icon} size={20} />
      </div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
