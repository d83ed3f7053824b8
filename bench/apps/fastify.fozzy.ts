import Fastify from 'fastify';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['fastify'], () => {
  const app = Fastify({ logger: false });
  app.get('/hello', (request) => `hello ${String(Reflect.get(Object(request.query), 'name'))}`);
  app.post('/echo', (request) => request.body);
  app.setNotFoundHandler((_request, reply) => void reply.code(404).send('not found'));
  void app.listen({ port: 3000, host: '0.0.0.0' });
});
