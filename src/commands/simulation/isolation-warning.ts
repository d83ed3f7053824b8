/** Says that runs are kept further apart from now on, and what would save the time to find that out. */
import type { OnEscalation } from '../../campaign/guard.ts';
import type { Context } from '../context.ts';

export function warnOfEscalation(context: Context): OnEscalation {
  return (isolation, reason) => {
    const message = `${reason}; going on with isolation '${isolation}' (set the option \`isolation: '${isolation}'\` to begin with it)`;
    context.warn({ code: 'isolation_escalated', message, details: { isolation, reason } });
  };
}
