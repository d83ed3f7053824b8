/** The profile of a run from its events. */
import type { TraceEvent } from '../event.ts';
import { distributedSpans } from './distributed-spans.ts';
import { happeningsOf } from './happenings.ts';
import { modelHeap } from './heap.ts';
import type { AllocationSamples, CpuSamples, Profile, Span } from './profile.ts';
import { simulationSpans } from './simulation-spans.ts';
import { stepSpans } from './step-spans.ts';

export interface ProfileInput {
  readonly subject: Profile['subject'];
  readonly events: readonly TraceEvent[];
  readonly virtualTimeMs: number;
  readonly hostTimeMs: number;
  readonly cpu?: CpuSamples | undefined;
  readonly allocationSamples?: AllocationSamples | undefined;
}

export function buildProfile({ subject, events, virtualTimeMs, hostTimeMs, cpu, allocationSamples }: ProfileInput): Profile {
  return {
    subject,
    virtualTimeMs,
    hostTimeMs,
    spans: spansOf(subject, events, virtualTimeMs),
    ...happeningsOf(events),
    ...modelHeap(events),
    cpu,
    allocationSamples,
  };
}

/** An input of a fuzz target may drive a scenario of either kind, or plain code without events. */
function spansOf(subject: Profile['subject'], events: readonly TraceEvent[], virtualTimeMs: number): readonly Span[] {
  switch (subject) {
    case 'steps':
      return stepSpans(events, virtualTimeMs);
    case 'distributed':
      return distributedSpans(events, virtualTimeMs);
    case 'simulation':
      return simulationSpans(events, virtualTimeMs);
    case 'fuzz': {
      const steps = stepSpans(events, virtualTimeMs);
      return steps.length > 0 ? steps : distributedSpans(events, virtualTimeMs);
    }
  }
}
