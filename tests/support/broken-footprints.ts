/** Rules about what transitions have to do with each other, each of them without one of its parts. */
import { ACT, SCENARIO } from '../../src/decide/footprint.ts';
import { Footprints } from '../../src/decide/footprints.ts';

/** What each part of the rule is there for: without it, some program ends in fewer ways than it can, or is run in fewer. */
export const brokenFootprints: readonly { readonly without: string; readonly create: () => Footprints }[] = [
  {
    without: 'the time they read',
    create: () =>
      new (class extends Footprints {
        override readsTime(): void {}
      })(),
  },
  {
    without: 'the machine they run on',
    create: () =>
      new (class extends Footprints {
        override takes(places: number): void {
          super.takes(places & (SCENARIO | ACT));
        }
      })(),
  },
  {
    without: 'what nobody can vouch for',
    create: () =>
      new (class extends Footprints {
        override takesEverything(): void {}
        override cut(): void {}
      })(),
  },
  {
    without: 'the variables of the scenario',
    create: () =>
      new (class extends Footprints {
        override takes(places: number): void {
          super.takes(places & ~SCENARIO);
        }
      })(),
  },
  {
    without: 'the wires between machines, and what is on its way',
    create: () =>
      new (class extends Footprints {
        override takesThing(): void {}
      })(),
  },
  {
    without: 'what they send',
    create: () =>
      new (class extends Footprints {
        override sends(): void {}
      })(),
  },
  {
    without: 'how near the end of an act is',
    create: () =>
      new (class extends Footprints {
        override addsTo(places: number): void {
          super.addsTo(places & ~ACT);
        }
      })(),
  },
  {
    without: 'who ends an act',
    create: () =>
      new (class extends Footprints {
        override cut(nowUs: number): void {
          super.cut(nowUs, false);
        }
      })(),
  },
  {
    without: 'what can still happen when an act ends',
    create: () =>
      new (class extends Footprints {
        override cut(nowUs: number): void {
          super.cut(nowUs, false, true);
        }
      })(),
  },
];
