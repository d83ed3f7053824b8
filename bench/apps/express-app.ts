/** Three routes in Express; the package is given, because the same application is also measured without a simulation around it. */
import type express from 'express';

export function expressApp(create: typeof express): () => void {
  return () => {
    const app = create();
    app.use(create.json());
    app.get('/hello', (request, response) => void response.send(`hello ${new URL(request.url, 'http://web').searchParams.get('name')}`));
    app.post('/echo', (request, response) => void response.json(request.body));
    app.use((_request, response) => void response.status(404).send('not found'));
    app.listen(3000);
  };
}
