import { EditorView } from '@codemirror/view';

/** Differences in the colours that the activity has for them. */
export const mergeTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-content': { padding: '8px 0 24px' },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': { fontSize: '13px' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-changedLine, .cm-insertedLine': {
    backgroundColor: 'var(--good-soft)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'var(--bad-mark)',
    borderRadius: '2px',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'var(--good-mark)',
    borderRadius: '2px',
  },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--ink-3)',
    fontFamily: 'var(--sans)',
    fontSize: '12px',
    padding: '4px 12px',
    '&:before, &:after': { content: '"…"' },
  },
});
