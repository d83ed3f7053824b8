/** Whether a machine accepts connections; asked before clients start. The network part answers. */
import type { Machine } from '../machine.ts';

type Answer = (machine: Machine, port: number | undefined) => boolean;

let answer: Answer = () => false;

/** The network registers itself when it is loaded. */
export function setListeningAnswer(given: Answer): void {
  answer = given;
}

/** On that port, or on any. */
export function isListening(machine: Machine, port?: number): boolean {
  return answer(machine, port);
}
