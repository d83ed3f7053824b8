/** One question of `ci` and its answer. */
export interface CiCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}
