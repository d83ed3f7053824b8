/** Three routes in Hono; the packages are given, because the same application is also measured without a simulation around it. */
import type { serve } from '@hono/node-server';
import type { Hono } from 'hono';

export function honoApp(App: typeof Hono, serveWith: typeof serve): () => void {
  return () => {
    const app = new App();
    app.get('/hello', (context) => context.text(`hello ${String(context.req.query('name'))}`));
    app.post('/echo', async (context) => context.json(await context.req.json()));
    app.notFound((context) => context.text('not found', 404));
    serveWith({ fetch: app.fetch, port: 3000 });
  };
}
