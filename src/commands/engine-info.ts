/** The build that ran, as traces and manifests name it. */
import { buildInfo } from './build-info.ts';

export function engineInfo(): { readonly version: string; readonly commit?: string } {
  return { version: buildInfo.version, ...(buildInfo.commit === undefined ? {} : { commit: buildInfo.commit }) };
}
