/** What was remarkable about an execution, besides new code and failures. */
export class Remarks {
  /** It was made to pass a comparison. */
  isAimed = false;
  /** The copy of the code whose comparisons are watched was called. */
  isWatched = false;
  /** It was watched, and came closer to something, or by another way. */
  isStep = false;
  /** Far more ran than ever before. */
  isCostly = false;
  /** It was aimed, and took long. */
  isSlow = false;

  get any(): boolean {
    return this.isStep || this.isCostly || this.isSlow;
  }

  clear(): void {
    this.isStep = false;
    this.isCostly = false;
    this.isSlow = false;
  }
}
