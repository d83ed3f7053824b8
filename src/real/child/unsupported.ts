/** A scenario asked for something that real Node on one computer does not have. */
export class Unsupported extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`confirm cannot give a scenario ${what}`);
    this.what = what;
  }
}
