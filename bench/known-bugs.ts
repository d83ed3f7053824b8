/** Real packages at versions whose trouble with some inputs is public, and the few lines that call them. */
export interface KnownBug {
  readonly package: string;
  readonly version: string;
  /** What is publicly known of it. */
  readonly known: string;
  /** The body of a module that exports `target`. */
  readonly code: string;
  readonly titles: readonly string[];
}

const pollution = ['prototype_pollution'];
const slow = ['super_linear_time', 'hang'];

// biome-ignore format: one package per line
export const knownBugs: readonly KnownBug[] = [
  { package: 'minimist', version: '1.2.0', known: 'CVE-2020-7598', titles: pollution, code: "import minimist from 'minimist';\nexport const target = (text: string) => minimist(text.split(' '));" },
  { package: 'ini', version: '1.3.5', known: 'CVE-2020-7788', titles: pollution, code: "import ini from 'ini';\nexport const target = (text: string) => ini.parse(text);" },
  { package: 'yargs-parser', version: '13.1.0', known: 'CVE-2020-7608', titles: [...pollution, 'uncaught_error'], code: "import parse from 'yargs-parser';\nexport const target = (text: string) => parse(text);" },
  { package: 'set-value', version: '2.0.0', known: 'CVE-2019-10747', titles: pollution, code: "import set from 'set-value';\nexport const target = (path: string) => set({}, path, 1);" },
  { package: 'dot-prop', version: '4.2.0', known: 'CVE-2020-8116', titles: pollution, code: "import dot from 'dot-prop';\nexport const target = (path: string) => dot.set({}, path, 1);" },
  { package: 'flat', version: '5.0.0', known: 'CVE-2020-36632', titles: pollution, code: "import flat from 'flat';\nexport const target = (path: string) => flat.unflatten({ [path]: 1 });" },
  { package: 'property-expr', version: '2.0.2', known: 'CVE-2020-7707', titles: pollution, code: "import expr from 'property-expr';\nexport const target = (path: string) => {\n  try {\n    expr.setter(path)({}, 1);\n  } catch {}\n};" },
  { package: 'jsonpointer', version: '4.0.1', known: 'CVE-2020-7709', titles: pollution, code: "import pointer from 'jsonpointer';\nexport const target = (path: string) => {\n  try {\n    pointer.set({}, path, 1);\n  } catch {}\n};" },
  { package: 'decode-uri-component', version: '0.2.0', known: 'CVE-2022-38900', titles: ['uncaught_error'], code: "import decode from 'decode-uri-component';\nexport const target = (text: string) => decode(text);" },
  { package: 'ms', version: '0.7.0', known: 'CVE-2015-8315', titles: slow, code: "import ms from 'ms';\nexport const target = (text: string) => ms(text);" },
  { package: 'trim', version: '0.0.1', known: 'CVE-2020-7753', titles: slow, code: "import trim from 'trim';\nexport const target = (text: string) => trim(text);" },
  { package: 'trim-newlines', version: '3.0.0', known: 'CVE-2021-33623', titles: slow, code: "import trim from 'trim-newlines';\nexport const target = (text: string) => trim.end(text);" },
  { package: 'path-parse', version: '1.0.6', known: 'CVE-2021-23343', titles: slow, code: "import parse from 'path-parse';\nexport const target = (text: string) => parse(text);" },
  { package: 'glob-parent', version: '5.1.1', known: 'CVE-2020-28469', titles: slow, code: "import parent from 'glob-parent';\nexport const target = (text: string) => parent(text);" },
  { package: 'is-svg', version: '4.2.1', known: 'CVE-2021-28092', titles: slow, code: "import isSvg from 'is-svg';\nexport const target = (text: string) => isSvg(text);" },
  { package: 'fresh', version: '0.5.0', known: 'CVE-2017-16119', titles: slow, code: "import fresh from 'fresh';\nexport const target = (text: string) => fresh({ 'if-none-match': text }, { etag: '\"x\"' });" },
  { package: 'forwarded', version: '0.1.0', known: 'CVE-2017-16118', titles: slow, code: "import forwarded from 'forwarded';\nexport const target = (text: string) => forwarded({ headers: { 'x-forwarded-for': text }, connection: { remoteAddress: '::1' } });" },
  { package: 'ansi-regex', version: '5.0.0', known: 'CVE-2021-3807', titles: slow, code: "import expression from 'ansi-regex';\nexport const target = (text: string) => text.replace(expression(), '');" },
  { package: 'marked', version: '0.3.5', known: 'CVE-2017-16114, CVE-2015-8854', titles: [...slow, 'uncaught_error', 'stack_overflow'], code: "import marked from 'marked';\nexport const target = (text: string) => marked(text);" },
  { package: 'semver', version: '4.3.1', known: 'CVE-2015-8855', titles: slow, code: "import semver from 'semver';\nexport const target = (text: string) => semver.validRange(text);" },
];
