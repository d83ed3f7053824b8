import { expect, test } from 'vitest';
import { lower } from './lower.ts';
import { loadNative } from './native.ts';

/** Functions that are checked when they are entered, by the letter in the comment they begin with. */
async function checked(source: string): Promise<string> {
  const native = await loadNative();
  const { program, errors } = native.parse('x.js', source, 'module');
  expect(errors).toEqual([]);
  const options = { format: 'esm', counting: true, arrayName: 'C', commonJsNames: false, helpers: false, detail: 'arms' } as const;
  const { text } = lower(source, program, options).text(false);
  const found = text.matchAll(/\+\+C\[(\d+)\](&4095\|\|\$fz\$check\(C,\1\))?[;,]\s*\/\*(\w)\*\//gu);
  return Array.from(found, ([, , check, letter]) => (check === undefined ? '' : letter)).join('');
}

test.each([
  ['what calls itself', 'function f(n) {/*a*/ return n < 2 ? n : f(n - 1) + f(n - 2) }', 'a'],
  ['one of two that call each other', 'function f(n) {/*a*/ return g(n) } function g(n) {/*b*/ return f(n) }', 'a'],
  [
    'nobody who only calls what comes back',
    'function f(n) {/*a*/ return g(n) } function g(n) {/*b*/ return h(n) } function h(n) {/*c*/ return n }',
    '',
  ],
  [
    'a method that calls itself, not who begins',
    'class R { v(d) {/*a*/ return this.l(d) } l(d) {/*b*/ return this.v(d + 1) } } export function p() {/*c*/ return new R().v(0) }',
    'a',
  ],
  ['what calls a parameter', 'function f(g) {/*a*/ return g() }', 'a'],
  ['what calls a parameter named like a function', 'function f(g) {/*a*/ return g() } function g() {/*b*/ return 1 }', 'a'],
  ['what calls a variable that is set later', 'let g = () => {/*a*/ return 1 }; g = h; export function f() {/*b*/ return g() }', 'b'],
  ['what calls something of another file', "import { g } from 'g'; export function f() {/*a*/ return g() }", 'a'],
  ['what calls a method nobody here has', 'export function f(x) {/*a*/ return x.visit(f) }', 'a'],
  ['what gives a function away', 'export function f(list) {/*a*/ return list.map((each) => {/*b*/ return f(each) }) }', 'a'],
  ['not what calls a method every text has', 'export function f(text) {/*a*/ return text.charAt(0) + text.slice(1) }', ''],
  [
    'a method that is called like one every text has',
    'class T { charAt(at) {/*a*/ return this.deep(at) } deep(at) {/*b*/ return this.charAt(at) } }',
    'a',
  ],
  [
    'what the language calls by itself',
    'class T { get x() {/*a*/ return this.y() } y() {/*b*/ return this.x } toString() {/*c*/ return this.y() } }',
    'ac',
  ],
  ['what makes an object whose fields call something', 'class A { x = f() } function f() {/*a*/ return new A() }', 'a'],
  ['what makes an object of a class that is made from another', 'class A extends B {} export function f() {/*a*/ return new A() }', 'a'],
  ['a constructor that makes another of its kind', 'class A { constructor() {/*a*/ this.x = new A() } }', 'a'],
  ['not what throws', "export function f(text) {/*a*/ if (text === '') throw new SyntaxError('empty') }", ''],
  [
    'what calls whatever an expression gives',
    'export function f(x) {/*a*/ return x[0]() } export function g(x) {/*b*/ return (x || f)() }',
    'ab',
  ],
])('of a target these are checked: %s', async (_what, source, letters) => {
  expect(await checked(source)).toBe(letters);
});
