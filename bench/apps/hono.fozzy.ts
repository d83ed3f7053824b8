import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['hono', '@hono/node-server'], () => {
  const app = new Hono();
  app.get('/hello', (context) => context.text(`hello ${String(context.req.query('name'))}`));
  app.post('/echo', async (context) => context.json(await context.req.json()));
  app.notFound((context) => context.text('not found', 404));
  serve({ fetch: app.fetch, port: 3000 });
});
