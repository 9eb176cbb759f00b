import { type App, Notice, Platform } from 'obsidian';
import { isKeyFree, openHotkeySettings } from './unofficial.ts';

const noticeMs = 15_000;

/** Offers a key for the mention command through the app's own hotkey settings, when no command has it. */
export function offerHotkey(app: App): void {
  if (isKeyFree(app, ['Mod', 'Alt'], 'K') !== true) return;
  const key = Platform.isMacOS ? 'Cmd+Option+K' : 'Ctrl+Alt+K';
  const notice = new Notice(`Mention notes faster: ${key} is free for this command.`, noticeMs);
  const button = notice.messageEl.createEl('button', { text: 'Open hotkeys' });
  button.addEventListener('click', () => {
    notice.hide();
    openHotkeySettings(app, 'Mention selection');
  });
}
