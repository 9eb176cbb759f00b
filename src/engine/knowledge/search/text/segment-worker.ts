import { parentPort } from 'node:worker_threads';
import { answerSegmentRequest, type SegmentRequest } from './segment-request.ts';

parentPort?.on('message', (request: SegmentRequest) => {
  parentPort?.postMessage(answerSegmentRequest(request));
});
