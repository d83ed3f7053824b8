/** Signals of other languages: words of the source, after comments and strings are gone. Coarser than a tree, the same for all of them. */
import { linesOf, type Signals } from './signals.ts';

type Words = Readonly<Record<Exclude<keyof Signals, 'lineCount'>, RegExp>>;

const words: Words = {
  branch: /^(?:if|elif|elsif|for|foreach|while|until|case|when|match|unless|\?|&&|\|\||and|or)$/u,
  concurrency:
    /^(?:async|await|go|chan|select|thread|Thread|spawn|tokio|Mutex|mutex|RwLock|synchronized|volatile|Lock|Semaphore|asyncio|goroutine|WaitGroup|atomic|Atomic\w*|ExecutorService|CompletableFuture|actor|Channel|threading|multiprocessing)$/u,
  external:
    /^(?:http|https|socket|Socket|requests|urllib|net|TcpStream|UdpSocket|open|fopen|File|fs|subprocess|Command|exec|sql|database|redis|grpc|kafka|HttpClient|curl)$/u,
  failure: /^(?:try|catch|except|rescue|raise|throw|throws|panic|recover|unwrap|expect|retry|retries|backoff|timeout|deadline|Err|abort)$/u,
  memory: /^(?:malloc|calloc|realloc|free|new|make|Box|Rc|Arc|Vec|HashMap|unsafe|alloc|ByteBuffer|buffer|Buffer)$/u,
  entrypoint: /^(?:main|listen|serve|ListenAndServe|route|handler|argv|__main__)$/u,
};

/** Languages whose comments begin with a hash; the others have slashes. */
const HASH = /\.(?:py|rb|sh|ex|exs|pl|r)$/u;

export function tokenSignals(path: string, text: string): Signals {
  const counts = { branch: 0, concurrency: 0, external: 0, failure: 0, memory: 0, entrypoint: 0 };
  for (const [token] of plainText(text, HASH.test(path)).matchAll(/[A-Za-z_]\w*|&&|\|\||\?/gu)) {
    if (words.branch.test(token)) counts.branch += 1;
    else if (words.concurrency.test(token)) counts.concurrency += 1;
    else if (words.failure.test(token)) counts.failure += 1;
    else if (words.external.test(token)) counts.external += 1;
    else if (words.memory.test(token)) counts.memory += 1;
    else if (words.entrypoint.test(token)) counts.entrypoint += 1;
  }
  return { ...counts, lineCount: linesOf(text) };
}

/** The text without its comments and strings; what they were is left blank, so that words do not grow together. */
export function plainText(text: string, hasHashComments: boolean): string {
  const comments = hasHashComments ? '#[^\\n]*|"""[\\s\\S]*?"""|\'\'\'[\\s\\S]*?\'\'\'' : '//[^\\n]*|/\\*[\\s\\S]*?\\*/';
  const strings = '"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'|`(?:\\\\.|[^`\\\\])*`';
  return text.replace(new RegExp(`${comments}|${strings}`, 'gu'), ' ');
}
