import { analyseNotes } from '../../src/engine/knowledge/index/analyse-notes.ts';
import type { Analyser } from '../../src/engine/knowledge/search/text/analysis.ts';

/** Analyses notes in this very thread. */
export const inlineAnalyser: Analyser = {
  threads: 1,
  run: async (request) => analyseNotes(request),
  close: async () => {},
};
