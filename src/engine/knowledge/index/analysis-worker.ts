import { parentPort } from 'node:worker_threads';
import type { AnalysisRequest } from '../search/text/analysis.ts';
import { analyseNotes } from './analyse-notes.ts';

parentPort?.on('message', (request: AnalysisRequest) => {
  parentPort?.postMessage(analyseNotes(request));
});
