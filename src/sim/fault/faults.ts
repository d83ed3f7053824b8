/** Everything that can be put into `sim.faults(…)`. */
import { checkOptions } from '../scenario/check-options.ts';
import { checkValues, rule, type Rules } from '../scenario/option-rules.ts';
import { diskFaults } from './disk-faults.ts';
import { machineFaults } from './machine-faults.ts';
import { networkFaults } from './network-faults.ts';

const all = { ...diskFaults, ...machineFaults, ...networkFaults };

type Faults = typeof all;

const ON_MACHINES: ReadonlySet<string> = new Set(Object.keys(machineFaults));
const ON_DISKS: ReadonlySet<string> = new Set(Object.keys(diskFaults));

/** Options beside those that all faults of an area have. */
const OWN: { readonly [Name in keyof Faults]?: string } = {
  crash: 'restart restartAfterMs disk as',
  terminate: 'restart restartAfterMs graceMs',
  outOfMemory: 'restart restartAfterMs',
  pause: 'ms',
  clockStep: 'ms',
  clockDrift: 'ppm',
  clockSwing: 'ms periodMs',
  diskLatency: 'ms',
  latency: 'ms',
  partition: 'ms split oneWay',
  clog: 'ms',
  dnsFailure: 'code',
  tlsFailure: 'flaw',
};

const RULES: Rules = {
  ...{
    rate: rule.chance,
    times: rule.notNegative,
    periodMs: rule.notNegative,
    graceMs: rule.notNegative,
    restartAfterMs: rule.notNegative,
  },
  ...{ ppm: rule.number, restart: rule.flag, oneWay: rule.flag },
  disk: rule.oneOf('process', 'power-loss'),
  code: rule.oneOf('EAI_AGAIN', 'ENOTFOUND', 'ESERVFAIL'),
  flaw: rule.oneOf('expired', 'wrong_name', 'self_signed'),
};
/** Clocks also go back. */
const CLOCK_STEP = 'clockStep';

function namesOf(fault: string): ReadonlySet<string> {
  const own: string = Reflect.get(OWN, fault) ?? '';
  const area = ON_MACHINES.has(fault) ? '' : ON_DISKS.has(fault) ? 'node path' : 'node peer';
  return new Set(`rate times ${area} ${own}`.split(' ').filter((name) => name !== ''));
}

function checked(fault: string, make: (...args: never[]) => unknown): unknown {
  const names = namesOf(fault);
  const call = `faults.${fault}(…)`;
  return (...args: never[]): unknown => {
    // Faults of machines are told the machine first.
    const options: unknown = args[ON_MACHINES.has(fault) ? 1 : 0];
    checkOptions(call, options, names);
    checkValues(call, options, RULES);
    checkValues(call, options, { ms: fault === CLOCK_STEP ? rule.number : rule.notNegative });
    return make(...args);
  };
}

// Reason for the cast: each is the function it was, behind a look at its options.
export const faults = Object.fromEntries(Object.entries(all).map(([name, make]) => [name, checked(name, make)])) as unknown as Faults;
