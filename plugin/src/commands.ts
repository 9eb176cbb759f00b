import { type Menu, type Plugin, type TAbstractFile, TFile } from 'obsidian';
import { ProposalView } from './proposal-view.ts';

/** What the user can do with the plugin. */
export interface Actions {
  /** Whether there is a note that could be mentioned. */
  canMention(): boolean;
  mentionActive(): Promise<void>;
  /** Asks to which session. */
  mentionTo(): Promise<void>;
  mentionFiles(paths: readonly string[]): Promise<void>;
  togglePause(): Promise<void>;
  showActivity(): Promise<void>;
  reviewNext(): Promise<void>;
  /** Who changed an open note last. */
  changedBy(path: string): string | undefined;
  showChange(path: string): void;
}

/** None has a default hotkey: users choose their own. */
export function addCommands(plugin: Plugin, actions: Actions): void {
  const whenOpen = (id: string, name: string, act: () => Promise<void>) =>
    plugin.addCommand({
      id,
      name,
      checkCallback: (isChecking) => {
        if (!actions.canMention()) return false;
        if (!isChecking) void act();
        return true;
      },
    });
  whenOpen('mention-selection', 'Mention selection', () => actions.mentionActive());
  whenOpen('mention-to', 'Mention selection to…', () => actions.mentionTo());
  plugin.addCommand({
    id: 'pause-sharing',
    name: 'Pause or resume sharing',
    callback: () => void actions.togglePause(),
  });
  plugin.addCommand({
    id: 'show-activity',
    name: 'Show agent activity',
    callback: () => void actions.showActivity(),
  });
  plugin.addCommand({
    id: 'review-next',
    name: 'Review the next proposed change',
    callback: () => void actions.reviewNext(),
  });
  addReviewCommands(plugin);
}

/** For the proposed change in front. */
function addReviewCommands(plugin: Plugin): void {
  const inReview = (id: string, name: string, act: (view: ProposalView) => unknown) =>
    plugin.addCommand({
      id,
      name,
      checkCallback: (isChecking) => {
        const view = plugin.app.workspace.getActiveViewOfType(ProposalView);
        if (view === null) return false;
        if (!isChecking) void act(view);
        return true;
      },
    });
  inReview('accept-proposal', 'Accept the proposed change', (view) => view.accept());
  inReview('reject-proposal', 'Reject the proposed change', (view) => view.reject());
  inReview('next-hunk', 'Go to the next hunk', (view) => view.nextHunk());
  inReview('previous-hunk', 'Go to the previous hunk', (view) => view.previousHunk());
  inReview('leave-hunk-out', 'Leave this hunk out', (view) => view.leaveOut());
}

export function addMenus(plugin: Plugin, actions: Actions): void {
  const { workspace } = plugin.app;
  const addMention = (menu: Menu, title: string, act: () => Promise<void>) =>
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon('at-sign')
        .onClick(() => void act()),
    );
  plugin.registerEvent(
    workspace.on('editor-menu', (menu) => {
      addMention(menu, 'Mention to assistant', () => actions.mentionActive());
    }),
  );
  plugin.registerEvent(
    workspace.on('file-menu', (menu, file) => {
      if (!(file instanceof TFile)) return;
      addMention(menu, 'Mention to assistant', () => actions.mentionFiles([file.path]));
      const client = actions.changedBy(file.path);
      if (client === undefined) return;
      menu.addItem((item) =>
        item
          .setTitle(`Changed by ${client}: show diff`)
          .setIcon('file-diff')
          .onClick(() => actions.showChange(file.path)),
      );
    }),
  );
  plugin.registerEvent(
    workspace.on('files-menu', (menu, files) => {
      const paths = filePaths(files);
      const title = `Mention ${paths.length} files to assistant`;
      if (paths.length > 0) addMention(menu, title, () => actions.mentionFiles(paths));
    }),
  );
}

function filePaths(files: readonly TAbstractFile[]): string[] {
  return files.flatMap((file) => (file instanceof TFile ? [file.path] : []));
}
