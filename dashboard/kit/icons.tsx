import type { JSX } from 'preact';

/** Lines on a grid of 16, drawn with the colour of the text around them. */
const shapes = {
  activity: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  notes: 'M3.5 1.75h6l3.25 3.25v9.25h-9.25zM9.25 1.75v3.5h3.5M6 8.5h4.25M6 11h4.25',
  search: 'M7 2.25a4.75 4.75 0 1 0 0 9.5 4.75 4.75 0 0 0 0-9.5M10.5 10.5l3.75 3.75',
  graph:
    'M4 2.5a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5M12 5a1.75 1.75 0 1 0 0 3.5A1.75 1.75 0 0 0 12 5M6 10.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5M5.7 4.9l4.6 1.4M4.4 6l1.2 4.3M7.4 11l3.2-3',
  tasks:
    'M2 3.5 3.25 4.75 5.5 2.25M2 8l1.25 1.25L5.5 6.75M8 3.75h6M8 8.25h6M8 12.75h6M2.5 11.5h2.25v2.25H2.5z',
  tags: 'M2 2.5h5.25L14 9.25 8.75 14.5 2 7.75zM5 5.5h.01',
  clients: 'M2 12.5h12M4 9.75h8V3.5H4zM6.5 9.75v2.75M9.5 9.75v2.75',
  health: 'M8 13.75S2 10.4 2 6.25A3.25 3.25 0 0 1 8 4.6a3.25 3.25 0 0 1 6 1.65c0 4.15-6 7.5-6 7.5',
  review:
    'M4 5.25v5.5M4 2a1.6 1.6 0 1 0 0 3.25A1.6 1.6 0 0 0 4 2M4 10.75A1.6 1.6 0 1 0 4 14a1.6 1.6 0 0 0 0-3.25M12 10.75A1.6 1.6 0 1 0 12 14a1.6 1.6 0 0 0 0-3.25M12 10.75v-4A2.25 2.25 0 0 0 9.75 4.5H7.5M9.25 2.5l-2 2 2 2',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  folder: 'M1.75 12.75V3.25h4.5l1.5 2h6.5v7.5z',
  undo: 'M5.5 3 2.5 6l3 3M2.75 6h6.5a4 4 0 0 1 0 8H6.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  edit: 'M10.75 2.75l2.5 2.5-8 8H2.75v-2.5zM9 4.5 11.5 7',
  send: 'M14 2 7.25 8.75M14 2 9.75 14l-2.5-5.25L2 6.25z',
  link: 'M6.75 9.25l2.5-2.5M7.25 4.75l1.5-1.5a2.8 2.8 0 0 1 4 4l-1.5 1.5M8.75 11.25l-1.5 1.5a2.8 2.8 0 0 1-4-4l1.5-1.5',
  denied: 'M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5M3.6 3.6l8.8 8.8',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  moon: 'M13.5 9.6A5.9 5.9 0 0 1 6.4 2.5a5.9 5.9 0 1 0 7.1 7.1',
  system: 'M2 2.75h12v8.5H2zM5.5 14h5M8 11.25V14',
  file: 'M3.5 1.75h6l3.25 3.25v9.25h-9.25zM9.25 1.75v3.5h3.5',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3L11 8l3 3M10.5 5.5h.01',
  info: 'M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5M8 7.25v4M8 4.9v.01',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.25M8 11.6v.01',
  outline: 'M2.5 3.5h11M5 8h8.5M7.5 12.5h6',
  panel: 'M2 2.75h12v10.5H2zM10 2.75v10.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  power: 'M8 1.75v6M4.5 4a5.25 5.25 0 1 0 7 0',
  lock: 'M3.5 7.25h9v6.5h-9zM5.25 7.25V5a2.75 2.75 0 0 1 5.5 0v2.25',
  unlock: 'M3.5 7.25h9v6.5h-9zM5.25 7.25V5a2.75 2.75 0 0 1 5.2-1.25',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  pencilOff:
    'M2 2l12 12M9 4.5 11.5 7M7.5 10.5l-2.25 2.75h-2.5v-2.5L5.5 8.25M10.75 2.75l2.5 2.5L11 7.5',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }): JSX.Element {
  const dots = name === 'more';
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={dots ? 2 : 1.4}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
