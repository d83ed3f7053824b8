import express from 'express';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['express'], () => {
  const app = express();
  app.use(express.json());
  app.get('/hello', (request, response) => void response.send(`hello ${new URL(request.url, 'http://web').searchParams.get('name')}`));
  app.post('/echo', (request, response) => void response.json(request.body));
  app.use((_request, response) => void response.status(404).send('not found'));
  app.listen(3000);
});
