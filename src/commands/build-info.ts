/**
 * Which build of Fozzy this is. The bundler writes the facts in; run from source, where there is no build, only a version that no
 * release can have is told. Nothing is read at run time, so the answer can never be about the user's own repository.
 */

/** Version, commit and date of the running build. */
export interface BuildInfo {
  readonly version: string;
  readonly commit?: string;
  readonly buildDate?: string;
}

declare const __FOZZY_BUILD__: BuildInfo | undefined;

export const buildInfo: BuildInfo = typeof __FOZZY_BUILD__ === 'undefined' ? { version: '0.0.0-source' } : __FOZZY_BUILD__;
