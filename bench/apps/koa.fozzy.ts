// @ts-expect-error the package brings no types
import Koa from 'koa';
import { threeRequests } from './three-requests.ts';

interface Context {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly req: AsyncIterable<Buffer>;
  status: number;
  body: unknown;
}

export const { fast, wire } = threeRequests(['koa'], () => {
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
});
