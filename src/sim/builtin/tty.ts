/** `node:tty`: no simulated program sits at a terminal. */
import { refusing } from './refusing.ts';

export const simTty: Record<string, unknown> = {
  isatty: () => false,
  ...refusing('tty', ['ReadStream', 'WriteStream'], 'No simulated program sits at a terminal; its output is kept by the run.'),
};
