/** Functions made from text, which programs that compile routes and validators make at every start. */
import { describe } from 'vitest';
import { sameInBothWorlds, told } from '../support/both-worlds.ts';

/** Inside a simulation the name means the simulated one; taken from a value it would be the host's. */
const make = (...texts: unknown[]): unknown => Reflect.construct(globalThis.Function, texts);

function attempt(...texts: unknown[]): unknown {
  try {
    return String(make(...texts));
  } catch (error) {
    return told(error);
  }
}

describe('a function made from text', () => {
  sameInBothWorlds({
    'has its text, name and length': () => {
      const made = make('a', 'b = 2', '...c', 'return [a, b, c] // the end');
      return typeof made === 'function' ? [String(made), made.name, made.length, Reflect.apply(made, undefined, [1])] : [];
    },
    'is made by what all functions name as their constructor': () => {
      const { Function: named } = globalThis;
      const given = [() => 1, function plain() {}, Date, make('return 1'), Math.max];
      return [...given.map((each) => Object(each).constructor === named), given.every((each) => each instanceof named)];
    },
    'is new every time, and keeps nothing from before': () => {
      const text = 'return (globalThis.undefined, function counter() { return counter.n = (counter.n ?? 0) + 1 })';
      const [first, second] = [make(text), make(text)];
      const counters = [first, second].map((each) => (typeof each === 'function' ? Reflect.apply(each, undefined, []) : undefined));
      const counts = counters.map((each) => (typeof each === 'function' ? [each(), each()] : undefined));
      return [first === second, counters[0] === counters[1], counts];
    },
    'sees nothing of what is around it': () => {
      const seen = make('return [typeof make, typeof texts, typeof arguments, arguments.length, typeof this]');
      return typeof seen === 'function' ? Reflect.apply(seen, undefined, ['x']) : undefined;
    },
    'is refused where its parts are no parts of a function': () => [
      attempt('a', 'return }'),
      attempt('a) { return 1 }, function (b', 'return b'),
      attempt('a', '}); (function () {'),
      attempt('a = 1', '"use strict"; return a'),
      attempt(),
      attempt(1, 'return 2'),
    ],
    'is strict only where it says so': () =>
      ['return this === undefined', '"use strict"; return this === undefined'].map((body) => {
        const made = make(body);
        return typeof made === 'function' ? Reflect.apply(made, undefined, []) : undefined;
      }),
  });
});
