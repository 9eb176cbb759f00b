import { effect, signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'vaultd-theme';
export const theme = signal<Theme>(
  themes.find((name) => name === localStorage.getItem(key)) ?? 'system',
);

effect(() => {
  const chosen = theme.value;
  localStorage.setItem(key, chosen);
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
}

/** What is really seen, for what is drawn and not styled. */
export function isDark(): boolean {
  if (theme.value !== 'system') return theme.value === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
