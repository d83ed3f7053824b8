/** Three routes in Fastify; the package is given, because the same application is also measured without a simulation around it. */
import type Fastify from 'fastify';

export function fastifyApp(create: typeof Fastify): () => void {
  return () => {
    const app = create({ logger: false });
    app.get('/hello', (request) => `hello ${String(Reflect.get(Object(request.query), 'name'))}`);
    app.post('/echo', (request) => request.body);
    app.setNotFoundHandler((_request, reply) => void reply.code(404).send('not found'));
    void app.listen({ port: 3000, host: '0.0.0.0' });
  };
}
