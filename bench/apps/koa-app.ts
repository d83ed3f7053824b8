/** Three routes in Koa; the package is given, because the same application is also measured without a simulation around it. */
interface Context {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly req: AsyncIterable<Buffer>;
  status: number;
  body: unknown;
}

/** As far as it is used here; the package brings no types. */
type KoaClass = new () => { use(handle: (context: Context) => Promise<void>): void; listen(port: number): void };

export function koaApp(Koa: KoaClass): () => void {
  return () => {
    const app = new Koa();
    app.use(async (context: Context) => {
      if (context.path === '/hello') context.body = `hello ${String(context.query['name'])}`;
      else if (context.path === '/echo') {
        let text = '';
        for await (const chunk of context.req) text += chunk.toString();
        context.body = text;
      } else {
        context.status = 404;
        context.body = 'not found';
      }
    });
    app.listen(3000);
  };
}
