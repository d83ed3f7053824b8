/** `PerformanceResourceTiming`: what HTTP clients report of a finished request. */
import { current } from '../active.ts';
import { addEntry, ENTRY_KEY, entriesOf, PerformanceEntry } from './performance-entries.ts';

/** As in Node, until somebody changes it: what comes on top is not kept. */
const KEPT_MAX = 250;
/** What a browser adds for the header of a response it took from the network. */
const HEADER_BYTES = 300;

/** Names are those of the specification of fetch. */
interface TimingInfo {
  readonly startTime: number;
  readonly redirectStartTime: number;
  readonly redirectEndTime: number;
  readonly postRedirectStartTime: number;
  readonly finalServiceWorkerStartTime: number;
  readonly finalNetworkRequestStartTime: number;
  readonly finalNetworkResponseStartTime: number;
  readonly endTime: number;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
  readonly finalConnectionTimingInfo?: {
    readonly domainLookupStartTime: number;
    readonly domainLookupEndTime: number;
    readonly connectionStartTime: number;
    readonly connectionEndTime: number;
    readonly secureConnectionStartTime: number;
    readonly ALPNNegotiatedProtocol: string;
  } | null;
}

export class PerformanceResourceTiming extends PerformanceEntry {
  readonly initiatorType: string;
  readonly nextHopProtocol: string;
  readonly workerStart: number;
  readonly redirectStart: number;
  readonly redirectEnd: number;
  readonly fetchStart: number;
  readonly domainLookupStart: number;
  readonly domainLookupEnd: number;
  readonly connectStart: number;
  readonly connectEnd: number;
  readonly secureConnectionStart: number;
  readonly requestStart: number;
  readonly responseStart: number;
  readonly responseEnd: number;
  readonly transferSize: number;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
  readonly deliveryType: string;
  readonly responseStatus: number;

  constructor(key: unknown, name: string, initiatorType: string, info: TimingInfo, cacheMode: string, status: number, delivery: string) {
    super(key, name, 'resource', info.startTime, info.endTime - info.startTime);
    const connection = info.finalConnectionTimingInfo;
    this.initiatorType = initiatorType;
    this.nextHopProtocol = connection?.ALPNNegotiatedProtocol ?? '';
    this.workerStart = info.finalServiceWorkerStartTime;
    this.redirectStart = info.redirectStartTime;
    this.redirectEnd = info.redirectEndTime;
    this.fetchStart = info.postRedirectStartTime;
    this.domainLookupStart = connection?.domainLookupStartTime ?? info.postRedirectStartTime;
    this.domainLookupEnd = connection?.domainLookupEndTime ?? info.postRedirectStartTime;
    this.connectStart = connection?.connectionStartTime ?? info.postRedirectStartTime;
    this.connectEnd = connection?.connectionEndTime ?? info.postRedirectStartTime;
    this.secureConnectionStart = connection?.secureConnectionStartTime ?? info.postRedirectStartTime;
    this.requestStart = info.finalNetworkRequestStartTime;
    this.responseStart = info.finalNetworkResponseStartTime;
    this.responseEnd = info.endTime;
    this.transferSize = cacheMode === 'local' ? 0 : info.encodedBodySize + HEADER_BYTES;
    this.encodedBodySize = info.encodedBodySize;
    this.decodedBodySize = info.decodedBodySize;
    this.deliveryType = delivery;
    this.responseStatus = status;
  }

  override toJSON(): object {
    return Object.fromEntries(Object.entries(this));
  }
}

export function markResourceTiming(
  info: TimingInfo,
  url: string,
  initiatorType: string,
  _global: unknown,
  cacheMode: string,
  _bodyInfo?: unknown,
  status = 0,
  delivery = '',
): PerformanceResourceTiming {
  const entry = new PerformanceResourceTiming(ENTRY_KEY, url, initiatorType, info, cacheMode, status, delivery);
  const kept = entriesOf(current()).reduce((count, { entryType }) => count + (entryType === 'resource' ? 1 : 0), 0);
  return addEntry(entry, kept < KEPT_MAX);
}
