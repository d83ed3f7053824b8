/** Output that goes where another machine's goes: it is the same file, so it is there at once. */
import type { Machine, OutputSink } from '../machine.ts';

export function inheritedOutput(from: Machine, fd: 1 | 2): OutputSink {
  return (chunk) => {
    const { stdio } = from.options;
    (fd === 1 ? stdio?.stdout : stdio?.stderr)?.(chunk);
    from.output.push({ fd, text: Buffer.from(chunk).toString(), atUs: from.kernel.nowUs });
  };
}
