/** What a run needs from the outside before it can go on, and what the outside said. */
import type { HostFileRead, HostFileWritten, HostSnapshot } from '../world/fs/port.ts';
import type { HostAnswer } from '../world/host/port.ts';
import type { HttpHostRequest, HttpHostResponse } from '../world/http/port.ts';
import type { ProcHostRequest, ProcHostResult } from '../world/proc/port.ts';

export type HostRequest =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'http'; readonly request: HttpHostRequest }
  | { readonly kind: 'proc'; readonly request: ProcHostRequest }
  | { readonly kind: 'fs_write'; readonly path: string; readonly data: string }
  | { readonly kind: 'fs_read'; readonly path: string }
  | { readonly kind: 'fs_snapshot' | 'fs_restore'; readonly name: string }
  | { readonly kind: 'fs_mark' }
  /** How blocks end that end at once, innermost first. */
  | { readonly kind: 'fs_leave'; readonly ends: readonly ('undo' | 'release')[] };

export type HostReply =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'http'; readonly answer: HostAnswer<HttpHostResponse> }
  | { readonly kind: 'proc'; readonly answer: HostAnswer<ProcHostResult> }
  | { readonly kind: 'fs_write'; readonly answer: HostAnswer<HostFileWritten> }
  | { readonly kind: 'fs_read'; readonly answer: HostAnswer<HostFileRead> }
  | { readonly kind: 'fs_snapshot' | 'fs_restore'; readonly answer: HostAnswer<HostSnapshot> }
  | { readonly kind: 'done' };
