/** `profile shrink` of a function that was fuzzed: the smallest input that still costs as much, measured where the function runs. */
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import type { CostMetric } from '../../trace/profile/profile.ts';
import { openRecordedFuzz } from '../fuzz/recorded.ts';
import type { InputObjective } from '../fuzz/reduce-input.ts';
import { shrinkFuzzTrace } from '../fuzz/shrink.ts';
import { isKept, type Limit, type ShrinkMetric } from './shrink-objective.ts';
import { notMeasured, withoutValue, withoutVirtualTime } from './shrink-refusals.ts';
import type { ShrinkJob, Shrinking } from './shrinking.ts';

export async function shrinkingOfFunction(metric: ShrinkMetric, { opened, selector, context }: ShrinkJob): Promise<Shrinking> {
  const about = { metric, path: opened.path, selector };
  if (metric === 'p99_latency') throw withoutVirtualTime(about);
  const recorded = await openRecordedFuzz(opened, context);
  return {
    isOfHost: true,
    valueOf: async (trace) => {
      if (trace === opened) return recorded.inputs.cost(recorded.bytes, metric);
      const smaller = await openRecordedFuzz(trace, context);
      try {
        return await smaller.inputs.cost(smaller.bytes, metric);
      } finally {
        await smaller.inputs.close();
      }
    },
    missing: (value) => (value === undefined ? notMeasured(about) : withoutValue(about, metric === 'alloc_bytes' ? ['cpu_time'] : [])),
    shrink: ({ selector: _selector, ...job }, limit, options) =>
      shrinkFuzzTrace(job, failureOf(opened.decoded.document.summary.findings), options, objectiveOf(metric, limit)),
    close: () => recorded.inputs.close(),
  };
}

function objectiveOf(metric: CostMetric, limit: Limit): InputObjective {
  return {
    holds: async (inputs, bytes) => {
      // Twice, because everything that follows is built on what is kept.
      for (let round = 0; round < 2; round += 1) {
        const cost = await inputs.cost(bytes, metric);
        if (cost === undefined || !isKept(cost, limit)) return false;
      }
      return true;
    },
  };
}
