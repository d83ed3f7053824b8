/** Why a trace cannot be shrunk, or not in the way that was asked for. */
import { asJson } from '../../base/as-json.ts';
import { FozzyError } from '../../base/problem.ts';
import type { ReplayVerdict } from '../../campaign/replay-verdict.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';

export function notReproducible(path: string, { divergence, title }: ReplayVerdict): FozzyError {
  const place =
    divergence === undefined
      ? ''
      : ` at ${divergence.in} ${divergence.index}${divergence.stepPath === '' ? '' : ` (${divergence.stepPath})`}`;
  return new FozzyError('shrink_not_reproducible', `${path} does not reproduce its own failure: ${title ?? 'it diverges'}${place}`, {
    details: { path, ...(divergence === undefined ? {} : { firstDivergence: asJson(divergence) }) },
  });
}

export function notApplicable(path: string, asked: Dimension, present: ReadonlySet<Dimension>): FozzyError {
  const missing = {
    input: 'no input',
    schedule: 'no choice between tasks or messages',
    faults: 'no fault step, no dropped message and no fault that fired',
  }[asked];
  return new FozzyError('shrink_dimension_not_applicable', `--minimize ${asked}: ${path} has ${missing}`, {
    hint: `use --minimize all, or one of: ${[...present].join(', ')}`,
    details: { path, dimension: asked, present: [...present] },
  });
}
